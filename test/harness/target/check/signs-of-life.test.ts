import { describe, expect, it } from 'vitest';
import { createSignsOfLife } from '../../../../src/harness/target/check/signs-of-life.js';
import type { Outcome } from '../../../../src/harness/target/call.js';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { checkTarget } from '../../../../src/harness/target/check/check-target.js';
import { createRig, PROFILE } from '../rig.js';
import { createBench } from '../bench.js';

const LOST: Outcome = { kind: 'broken', reason: 'timeout', detail: 'no reply within 10 s' };
const ANSWER: Outcome = {
  kind: 'reply',
  reply: { code: 'SUCCESS', message: '', data: {}, headers: {}, mismatches: [] },
};

describe('a target that gives no sign of life', () => {
  it('is given up after one and a quarter times the patience, when more than one try was in vain', async () => {
    const clock = createManualClock(0);
    const life = createSignsOfLife(clock, 10_000, undefined);
    await clock.advance(10_000);
    life.note(LOST);
    expect(life.patience()).toBe(2500);
    await clock.advance(2499);
    life.note(LOST);
    expect(life.signal.aborted).toBe(false);
    await clock.advance(1);
    life.note(LOST);
    expect([life.signal.aborted, life.silent]).toEqual([true, LOST]);
  });

  it('is there again with any answer', async () => {
    const clock = createManualClock(0);
    const life = createSignsOfLife(clock, 10_000, undefined);
    await clock.advance(12_000);
    life.note(LOST);
    life.note(ANSWER);
    await clock.advance(10_000);
    life.note(LOST);
    life.note(LOST);
    expect(life.silent).toBeUndefined();
  });

  it.each([
    ['from the first request on', () => true],
    ['once it has given out tokens', (line: string) => !line.includes('/auth/token')],
  ])('ends the check before the run within twice its patience, %s', async (_when, silent) => {
    const bench = createBench();
    bench.instead = (line) => (silent(line) ? 'silence' : undefined);
    const { target, clock } = createRig(bench.script);
    const startedAt = clock.now();
    const found = await clock.runUntil(checkTarget(target, PROFILE));
    expect(found.kind).toBe('unreachable');
    expect(clock.now() - startedAt).toBeLessThan(20_000);
  });
});
