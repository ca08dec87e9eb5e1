import { describe, expect, it } from 'vitest';
import { createSignsOfLife } from '../../../../src/harness/target/check/context.js';
import type { CallOutcome } from '../../../../src/harness/target/call.js';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { checkTarget } from '../../../../src/harness/target/check/check-target.js';
import { createRig, PROFILE } from '../rig.js';
import { createBench } from '../bench.js';

const LOST: CallOutcome = { kind: 'broken', reason: 'timeout', detail: 'no reply within 10 s' };
const ANSWER: CallOutcome = {
  kind: 'reply',
  reply: { code: 'SUCCESS', message: '', data: {}, headers: {}, mismatches: [] },
};

describe('a target that gives no sign of life', () => {
  it('is given up after one and a quarter times the patience, when more than one try was in vain', async () => {
    const clock = createManualClock(0);
    const life = createSignsOfLife({ clock, patience: 10_000, signal: undefined });
    await clock.advance(10_000);
    await life.note(LOST, 'listDevices');
    expect(life.patience()).toBe(2500);
    await clock.advance(2499);
    await life.note(LOST, 'listDevices');
    expect(life.signal.aborted).toBe(false);
    await clock.advance(1);
    await life.note(LOST, 'listDevices');
    expect([life.signal.aborted, life.silent]).toEqual([true, LOST]);
  });

  it('is there again with any answer', async () => {
    const clock = createManualClock(0);
    const life = createSignsOfLife({ clock, patience: 10_000, signal: undefined });
    await clock.advance(12_000);
    await life.note(LOST, 'listDevices');
    await life.note(ANSWER, 'listDevices');
    await clock.advance(10_000);
    await life.note(LOST, 'listDevices');
    await life.note(LOST, 'listDevices');
    expect(life.silent).toBeUndefined();
  });

  it.each([
    ['from the first request on', () => true],
    ['once it has given out tokens', (count: number) => count > 2],
  ])('ends the check before the run within twice its patience, %s', async (_when, silent) => {
    const bench = createBench();
    let count = 0;
    bench.instead = () => (silent(++count) ? 'silence' : undefined);
    const { target, clock } = createRig(bench.script);
    const startedAt = clock.now();
    const found = await clock.runUntil(checkTarget(target, PROFILE));
    expect(found.kind).toBe('unreachable');
    expect(clock.now() - startedAt).toBeLessThan(20_000);
  });

  it('is there where something else is answered, and the call that is not breaks the rule that promises it', async () => {
    const bench = createBench();
    bench.instead = (line) => (line === 'GET /devices' ? 'silence' : undefined);
    const { target, clock } = createRig(bench.script);
    const found = await clock.runUntil(checkTarget(target, PROFILE));
    expect(found).toMatchObject({
      kind: 'differs',
      problems: [
        {
          message: expect.stringContaining('operator cannot list its devices: no reply within'),
          breach: { rule: 'devices.list' },
        },
      ],
    });
  });
});
