// When a run begins to wonder whether its target is still there.
import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveness, type Liveness } from '../../../src/harness/target/liveness.js';
import type { CallOutcome } from '../../../src/harness/target/call.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';

const broken = (reason: 'reset' | 'refused' | 'timeout' | 'cut'): CallOutcome => ({
  kind: 'broken',
  reason,
  detail: '',
});
const REPLY = {
  kind: 'reply',
  reply: { code: 'SUCCESS', message: 'OK', headers: {}, data: undefined, mismatches: [] },
} as const satisfies CallOutcome;

describe('the liveness of a target', () => {
  let clock: ManualClock;
  let asked: number;
  let alive: boolean;
  let putOff: string[];
  let liveness: Liveness;
  beforeEach(() => {
    clock = createManualClock();
    asked = 0;
    alive = false;
    putOff = [];
    liveness = createLiveness(clock, {
      suspect: () => {
        asked++;
        return Promise.resolve(alive);
      },
      putsOff: (words) => putOff.push(words),
    });
  });
  const miss = async (times: number, every: number, outcome = broken('refused')): Promise<void> => {
    for (let time = 0; time < times; time++) {
      liveness.exchange(outcome);
      await clock.advance(every);
    }
  };

  test('is doubted after five misses in a row over twelve seconds, of whatever kind', async () => {
    await miss(3, 4000, broken('timeout'));
    liveness.connected({ kind: 'refused', detail: 'nobody is there' });
    expect(asked).toBe(0);
    liveness.exchange(broken('reset'));
    expect(asked).toBe(1);
  });

  test('is not doubted while a service restarts, however many requests fail meanwhile', async () => {
    await clock.advance(60_000);
    await miss(200, 50);
    expect(asked).toBe(0);
  });

  const limited: CallOutcome = {
    kind: 'reply',
    reply: { ...REPLY.reply, status: 429, code: 'RATE_LIMITED' },
  };

  test('is over where everything is put off for three minutes, and not before', async () => {
    await miss(36, 5000, limited);
    expect(putOff).toEqual([]);
    liveness.exchange(limited);
    expect(putOff).toEqual(['each of 37 requests of the last 3 min was put off, with RATE_LIMITED']);
    expect(asked).toBe(0);
  });

  test.each([
    ['a reply', () => liveness.exchange(REPLY)],
    ['few requests', () => undefined],
  ])('goes on with %s in between', async (name, between) => {
    await miss(name === 'few requests' ? 10 : 30, 5000, limited);
    between();
    await miss(8, name === 'few requests' ? 20_000 : 5000, limited);
    expect(putOff).toEqual([]);
  });

  test('is there with every reply, also one that refuses a connection', async () => {
    await miss(10, 1000);
    liveness.exchange(REPLY);
    await miss(10, 1000);
    liveness.connected({ kind: 'refused', status: 401, detail: '' });
    await miss(10, 1000);
    expect(asked).toBe(0);
  });

  test('is not missed where the harness itself broke a connection', async () => {
    await miss(50, 1000, broken('cut'));
    expect(asked).toBe(0);
  });

  test('is asked for once at a time, and anew after an answer', async () => {
    await miss(13, 1000);
    expect(asked).toBe(1);
    await miss(5, 1000);
    expect(asked).toBe(6);
    alive = true;
    await miss(1, 1000);
    expect(asked).toBe(7);
    await miss(4, 1000);
    expect(asked).toBe(7);
  });
});
