// The first requests of a run, against a target that is reached or not.
import { describe, expect, it } from 'vitest';
import { calibrate, isThere } from '../../../src/harness/run/first-look.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { BUSY, RESET } from '../scenario/support/run-scenario.js';
import { type Answer, scriptedTarget } from '../scenario/support/scripted-target.js';

/** A target that answers these one after the other, and the last one again and again. */
function targetOf(answers: readonly Answer[]) {
  const clock = createManualClock(1_000_000);
  let asked = 0;
  const target = scriptedTarget(clock, {
    answer: () => answers[Math.min(asked++, answers.length - 1)] ?? {},
  });
  return { clock, target, asked: () => asked };
}

describe('calibration', () => {
  it('takes a long round trip, but not the longest', async () => {
    const { clock, target } = targetOf([{ took: 500 }, { took: 30 }, { took: 90 }, { took: 20 }]);
    expect(await clock.runUntil(calibrate(target, 'op'))).toEqual({ ok: true, roundTrip: 30 });
  });

  it('counts any answer: a refusal shows a target as well', async () => {
    const { clock, target, asked } = targetOf([BUSY]);
    expect(await clock.runUntil(calibrate(target, 'op'))).toMatchObject({ ok: true });
    expect(asked()).toBe(10);
  });

  it('says what came instead of an answer', async () => {
    const { clock, target } = targetOf([RESET]);
    expect(await clock.runUntil(calibrate(target, 'op'))).toEqual({ ok: false, reason: 'reset' });
  });

  it('goes on after two requests without a reply, and not after three', async () => {
    const there = targetOf([RESET, RESET, {}]);
    expect(await there.clock.runUntil(isThere(there.target, 'op'))).toBe(true);
    const gone = targetOf([RESET, RESET, RESET, {}]);
    expect(await gone.clock.runUntil(isThere(gone.target, 'op'))).toBe(false);
    expect(gone.asked()).toBe(3);
  });
});
