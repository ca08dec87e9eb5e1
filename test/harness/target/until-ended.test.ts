// A command that is answered before it is carried out is waited for, within limits.
import { expect, it } from 'vitest';
import type { Exchange, CallOutcome } from '../../../src/harness/target/call.js';
import { untilEnded } from '../../../src/harness/target/retry.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

function told(status: string, code = 'SUCCESS', http = 200): CallOutcome {
  const data = { command: { commandId: 'c-1', status } };
  return { kind: 'reply', reply: { code, status: http, data } } as unknown as CallOutcome;
}

/** Reads are answered one after the other, the last answer again and again. */
function rig(answers: readonly CallOutcome[]) {
  const clock = createManualClock();
  let reads = 0;
  const request = (): Promise<Exchange> => {
    const outcome = answers[Math.min(reads++, answers.length - 1)];
    return Promise.resolve({ outcome } as unknown as Exchange);
  };
  const wait = async (outcome: CallOutcome): Promise<number> => {
    const from = clock.now();
    let took: number | undefined;
    void untilEnded({ clock, request }, outcome, { client: 'one', until: from + 5000 }).then(() => {
      took = clock.now() - from;
    });
    for (let at = 0; at < 100 && took === undefined; at++) await clock.advance(100);
    return took ?? Infinity;
  };
  return { wait, reads: () => reads };
}

it('returns at once where nothing goes on', async () => {
  const { wait, reads } = rig([told('pending')]);
  await wait(told('succeeded'));
  await wait({ kind: 'broken', reason: 'reset', detail: 'cut' });
  expect(reads()).toBe(0);
});

it('reads the command until it has ended', async () => {
  const { wait, reads } = rig([told('pending'), told('pending', 'INTERNAL_ERROR', 500), told('timeout')]);
  expect(await wait(told('pending'))).toBeLessThan(5000);
  expect(reads()).toBe(3);
});

it('waits no longer than it may, and not for a command that cannot be found', async () => {
  expect(await rig([told('pending')]).wait(told('pending'))).toBeLessThanOrEqual(5200);
  const gone = rig([told('', 'COMMAND_NOT_FOUND', 404)]);
  await gone.wait(told('pending'));
  expect(gone.reads()).toBe(1);
});
