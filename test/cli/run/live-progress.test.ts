import { describe, expect, test } from 'vitest';
import { createLiveProgress } from '../../../src/cli/run/live-progress.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { caughtIo } from '../caught-io.js';
import { check, finding } from '../../report/run-results.js';

function rig(isTerminal: boolean, detail: 'quiet' | 'usual' | 'verbose' = 'usual') {
  const clock = createManualClock();
  const io = caughtIo({ isTerminal, columns: 60 });
  const all = (): string => io.said().err;
  const progress = createLiveProgress(io, { detail, clock });
  const started = (id: string): void =>
    progress.onProgress({ kind: 'check-started', id, title: '', devices: ['plant'] });
  const ended = (id: string, left: number): void =>
    progress.onProgress({ kind: 'check-ended', result: check(id), left });
  return { clock, progress, started, ended, shown: () => all().split('\r\u001b[2K').at(-1), all };
}

describe('the progress of a run', () => {
  test('is one line on a terminal: what is done, what runs, and how long it will take', async () => {
    const { clock, progress, started, ended, shown } = rig(true);
    await clock.advance(100);
    expect(shown()).toBe('looking at the target');
    progress.onProgress({ kind: 'run-started', checks: 8 });
    for (const id of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6']) started(id);
    await clock.advance(4000);
    for (const [at, id] of ['a/1', 'a/2', 'a/3', 'a/4'].entries()) ended(id, 7 - at);
    progress.onProgress({ kind: 'doing', id: 'a/5', what: 'refresh plant' });
    await clock.advance(100);
    expect(shown()).toBe('4/8 · about 4 s left · 1 more · a/5: refresh plant');
  });

  test('never exceeds the width of the terminal', async () => {
    const { clock, progress, started, shown } = rig(true);
    progress.onProgress({ kind: 'run-started', checks: 8 });
    started(`a/${'long'.repeat(40)}`);
    await clock.advance(100);
    expect(shown()?.length).toBeLessThan(60);
  });

  test('leaves nothing behind, and no timer', async () => {
    const { clock, progress, shown } = rig(true);
    await clock.advance(100);
    progress.end();
    expect(shown()).toBe('');
    expect(clock.pending()).toEqual([]);
  });

  test('tells a failure in a log when it happens', () => {
    const { progress, all } = rig(false);
    const result = check('a/1', {
      verdict: 'fail',
      findings: [finding('envelope.code', { actual: 'a\nb' })],
    });
    progress.onProgress({ kind: 'check-ended', result, left: 3 });
    expect(all()).toBe(
      'FAIL          250 ms  a/1\n              envelope.code: expected code RATE_LIMITED, got a b\n',
    );
  });

  test.each([true, false])(
    'tells that a verdict was revised, on a terminal (%s) and in a log',
    (isTerminal) => {
      const { progress, all } = rig(isTerminal);
      const result = check('a/1', { verdict: 'inconclusive', reason: 'see target/causes' });
      progress.onProgress({ kind: 'verdict-revised', result, from: 'fail' });
      expect(all()).toContain('revised: FAIL -> inconclusive  a/1  see target/causes\n');
    },
  );

  test('gives a sign of life in a log every 15 s, and leaves no timer', async () => {
    const { clock, progress, started, ended, all } = rig(false);
    progress.onProgress({ kind: 'run-started', checks: 8 });
    for (const id of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5']) started(id);
    await clock.advance(14_000);
    for (const [at, id] of ['a/1', 'a/2', 'a/3', 'a/4'].entries()) ended(id, 7 - at);
    expect(all()).toBe('');
    await clock.advance(1000);
    expect(all()).toBe('4/8 · about 14 s left · a/5\n');
    await clock.advance(30_000);
    expect(all().split('\n')).toHaveLength(4);
    progress.end();
    expect(clock.pending()).toEqual([]);
  });

  test('is silent in a log of a short run without a failure', async () => {
    const { clock, progress, started, ended, all } = rig(false);
    progress.onProgress({ kind: 'run-started', checks: 1 });
    started('a/1');
    ended('a/1', 0);
    await clock.advance(1000);
    progress.end();
    expect(all()).toBe('');
  });

  test('is a line for each check in a log when asked for', () => {
    const { started, ended, all } = rig(false, 'verbose');
    started('a/1');
    ended('a/1', 0);
    expect(all()).toBe('running a/1 on plant\npass          250 ms  a/1\n');
  });
});
