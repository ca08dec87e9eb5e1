// What a self-test shows while it runs.
import { describe, expect, it } from 'vitest';
import { createLiveTrials } from '../../../src/cli/self-test/run.js';
import type { Trial, Tried } from '../../../src/lab/self-test/trial.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { caughtIo } from '../caught-io.js';

const trial = (id: string): Trial => ({ id, kind: 'variant', defects: [], variants: [id], seed: 1 });
const tried = (id: string): Tried => ({
  trial: trial(id),
  checks: [
    { id: 'a', verdict: 'pass', breaches: [] },
    { id: 'b', verdict: 'warn', breaches: [] },
    { id: 'c', verdict: 'inconclusive', breaches: [] },
  ],
  bugs: ['it threw'],
});

function rig(isTerminal: boolean, detail: 'usual' | 'verbose' = 'usual') {
  const clock = createManualClock();
  const io = caughtIo({ isTerminal, columns: 60 });
  const all = (): string => io.said().err;
  const live = createLiveTrials(io, 20, detail, clock);
  return { clock, live, shown: () => all().split('\r\u001b[2K').at(-1), all };
}

describe('the progress of a self-test', () => {
  it('is one line on a terminal: how many are done, how long it will take, and what runs', async () => {
    const { clock, live, shown } = rig(true);
    for (const id of ['one', 'two', 'three', 'four', 'five', 'six']) live.begun(trial(id));
    await clock.advance(10_000);
    expect(shown()).toBe('0/20 · one, two, three, four, five, six');
    for (const id of ['one', 'two', 'three', 'four', 'five']) live.ended(tried(id));
    await clock.advance(100);
    expect(shown()).toBe('5/20 · about 31 s left · six');
    live.end();
    expect(shown()).toBe('');
    expect(clock.pending()).toEqual([]);
  });

  it('is nothing where there is no terminal, and a line for each trial when asked for', () => {
    const quiet = rig(false);
    quiet.live.begun(trial('one'));
    quiet.live.ended(tried('one'));
    quiet.live.end();
    expect(quiet.all()).toBe('');
    const verbose = rig(false, 'verbose');
    verbose.live.ended(tried('one'));
    expect(verbose.all()).toBe('variant one: 1 passed, 1 red, 1 inconclusive; it threw\n');
  });
});
