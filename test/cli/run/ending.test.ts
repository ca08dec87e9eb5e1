// How signals end a run: in phases, each in its time, by a clock that is moved by hand.
import { describe, expect, it } from 'vitest';
import { createRunEnding, RUN_WORDS } from '../../../src/cli/signals.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

function ending() {
  const clock = createManualClock();
  const said: string[] = [];
  const ended: string[] = [];
  const made = createRunEnding({
    clock,
    words: RUN_WORDS,
    announce: (words) => said.push(words),
    endNow: (name) => ended.push(`${name} at ${clock.now()}`),
  });
  const phases = (): string[] =>
    (['signal', 'hurry', 'undone', 'restored'] as const).filter((name) => made[name].aborted);
  return { clock, said, ended, phases, made };
}

describe('the end of a run', () => {
  it('does not come by itself', async () => {
    const { clock, phases, ended } = ending();
    await clock.advance(1_000_000);
    expect([phases(), ended]).toEqual([[], []]);
  });

  it('gives each phase its time after the first signal, and is over within 30 s', async () => {
    const { clock, made, phases, ended, said } = ending();
    made.receive('SIGHUP');
    expect(phases()).toEqual(['signal']);
    expect(String(made.signal.reason)).toContain('interrupted by SIGHUP');
    await clock.advance(4000);
    expect(phases()).toEqual(['signal', 'hurry']);
    await clock.advance(7000);
    expect(phases()).toEqual(['signal', 'hurry', 'undone']);
    await clock.advance(13_000);
    expect(phases()).toEqual(['signal', 'hurry', 'undone', 'restored']);
    expect([ended, made.hurriedBy]).toEqual([[], undefined]);
    await clock.advance(6000);
    expect(ended).toEqual(['SIGHUP at 29000']);
    expect(said).toHaveLength(1);
  });

  it('cuts short everything except restoring at the second signal', async () => {
    const { clock, made, phases, ended, said } = ending();
    made.receive('SIGINT');
    await clock.advance(100);
    made.receive('SIGTERM');
    expect(phases()).toEqual(['signal', 'hurry']);
    expect(made.hurriedBy).toBe('SIGTERM');
    expect(said[1]).toContain('putting relays back, and nothing else');
    await clock.advance(23_899);
    expect(phases()).not.toContain('restored');
    expect(ended).toEqual([]);
  });

  it('comes at once at the third signal', () => {
    const { made, ended } = ending();
    for (const name of ['SIGINT', 'SIGINT', 'SIGINT'] as const) made.receive(name);
    expect(ended).toEqual(['SIGINT at 0']);
  });

  it('has no time limits any more when the run has ended', async () => {
    const { clock, made, ended } = ending();
    made.receive('SIGINT');
    made.dispose();
    await clock.advance(100_000);
    expect(ended).toEqual([]);
  });
});
