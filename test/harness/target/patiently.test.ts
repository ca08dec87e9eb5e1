// Requests that are repeated through interference, and what is said of those that came to nothing.
import { describe, expect, it } from 'vitest';
import type { Exchange, CallOutcome, CallReply } from '../../../src/harness/target/call.js';
import { SafetyError } from '../../../src/harness/target/gated-transport.js';
import { patiently, patientWords } from '../../../src/harness/target/retry.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

const reply = (given: Partial<CallReply>): CallOutcome => ({
  kind: 'reply',
  reply: { headers: {}, code: '', message: '', data: undefined, mismatches: [], ...given },
});
const OK = reply({ status: 200, code: 'SUCCESS' });
const OFFLINE = reply({ status: 409, code: 'DEVICE_OFFLINE' });
const NOBODY: CallOutcome = { kind: 'broken', reason: 'refused', detail: 'nothing listens there' };
const RESET: CallOutcome = { kind: 'broken', reason: 'reset', detail: 'the connection was reset' };
const limited = (retryAfterSeconds: number): CallOutcome =>
  reply({ status: 429, code: 'RATE_LIMITED', retryAfterSeconds });

/** Requests that come to these, the last one again and again; for ten minutes at most. */
async function asking(outcomes: readonly CallOutcome[], throughAbsence = false) {
  const clock = createManualClock();
  let asked = 0;
  const attempt = (): Promise<Exchange> => {
    const outcome = outcomes[Math.min(asked++, outcomes.length - 1)] ?? OK;
    const at = clock.now();
    const call = { name: 'listProfiles' } as const;
    return Promise.resolve({ id: asked, channel: 'rest', call, sentAt: at, answeredAt: at, outcome });
  };
  const limits = { until: clock.now() + 600_000 };
  const tried = await clock.runUntil(patiently(attempt, { clock, limits, throughAbsence }));
  return { tried, asked, took: clock.now() };
}

describe('a request', () => {
  it('is repeated through interference until it gets an answer', async () => {
    const { tried, asked, took } = await asking([RESET, limited(2), reply({ status: 503 }), OK]);
    expect(tried.outcome).toBe(OK);
    expect([asked, took]).toEqual([4, 200 + 2020 + 800]);
  });

  it('is not repeated where nobody is there, or the device cannot be used', async () => {
    expect((await asking([NOBODY, OK])).asked).toBe(1);
    expect((await asking([OFFLINE, OK])).asked).toBe(1);
  });

  it('is repeated then, too, by whoever waits until they are back', async () => {
    expect((await asking([NOBODY, OFFLINE, OK], true)).tried.outcome).toBe(OK);
  });

  it('is not repeated where it must not be sent, which is said like a refusal', async () => {
    const clock = createManualClock();
    let asked = 0;
    const attempt = (): Promise<Exchange> => {
      asked++;
      return Promise.reject(new SafetyError('relay 3 is not listed'));
    };
    const tried = await patiently(attempt, { clock, limits: { tries: 5 }, throughAbsence: true });
    expect([asked, patientWords(tried)]).toEqual([1, 'relay 3 is not listed']);
    const failing = () => Promise.reject(new TypeError('a bug'));
    await expect(patiently(failing, { clock, limits: { tries: 5 } })).rejects.toThrow('a bug');
  });

  it('is given up at once where a longer delay is announced than a minute, with words that say so', async () => {
    const { tried, asked, took } = await asking([limited(60.001), OK]);
    expect([asked, took]).toEqual([1, 0]);
    expect(patientWords(tried)).toBe(
      '429 RATE_LIMITED, with an announced wait of 60.001 s, longer than the limit of 60 s',
    );
    expect((await asking([limited(60), OK])).took).toBe(60_020);
  });
});

describe('the words for what came of a request', () => {
  it('name status and code, the first mismatch, or why there was no reply', () => {
    expect(patientWords({ outcome: OFFLINE })).toBe('409 DEVICE_OFFLINE');
    expect(patientWords({ outcome: reply({ code: 'DEVICE_BUSY' }) })).toBe('DEVICE_BUSY');
    expect(patientWords({ outcome: reply({ status: 200, mismatches: ['the body: x', 'y'] }) })).toBe(
      '200, the body: x',
    );
    expect(patientWords({ outcome: NOBODY })).toBe('nothing listens there');
  });
});
