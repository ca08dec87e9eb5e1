// The retry that everything uses: its delays, and each of its limits at the boundary.
import { describe, expect, it } from 'vitest';
import { type Hindrance, retry, type RetryOptions } from '../../../src/harness/target/retry.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

const BUSY: Hindrance = { kind: 'busy' };
const announcing = (announced: number): Hindrance => ({ kind: 'rate-limited', announced });

/** Tries that meet these one after the other, and the last one again and again; undefined lets a try through. */
async function retrying(
  met: readonly (Hindrance | undefined)[],
  options: Partial<Pick<RetryOptions<number, Hindrance>, 'limits' | 'signal' | 'margin'>> & {
    readonly abortAt?: number;
  } = {},
) {
  const { abortAt, signal, ...rest } = options;
  const clock = createManualClock(1_000_000);
  const start = clock.now();
  const stop = new AbortController();
  if (abortAt !== undefined) clock.setTimer('abort', abortAt, () => stop.abort());
  const at: number[] = [];
  const before: (string | undefined)[] = [];
  const waits: string[] = [];
  const retried = await clock.runUntil(
    retry<number, Hindrance>({
      clock,
      limits: { tries: 6 },
      signal: signal ?? stop.signal,
      ...rest,
      attempt: (hindrance) => {
        at.push(clock.now() - start);
        before.push(hindrance?.kind);
        return Promise.resolve(at.length);
      },
      hindranceOf: (tries) => (tries > met.length ? met.at(-1) : met[tries - 1]),
      onWait: (until, { kind }) => waits.push(`${kind} until ${until - start}`),
    }),
  );
  return { retried, at, before, waits };
}

describe('a retry', () => {
  it('makes one try where nothing stands in the way', async () => {
    const { retried, at, waits } = await retrying([undefined]);
    expect(retried).toEqual({ kind: 'done', result: 1 });
    expect([at, waits]).toEqual([[0], []]);
  });

  it('waits longer each time where nothing was announced, and tells each try what the last one met', async () => {
    const { retried, at, before, waits } = await retrying([BUSY, BUSY, { kind: 'broken' }, undefined]);
    expect(retried).toEqual({ kind: 'done', result: 4 });
    expect(at).toEqual([0, 200, 600, 1400]);
    expect(before).toEqual([undefined, 'busy', 'busy', 'broken']);
    expect(waits).toEqual(['busy until 200', 'busy until 600', 'broken until 1400']);
  });

  it('keeps to what was announced, and to a little more, because clocks differ', async () => {
    const { at } = await retrying([announcing(2000), BUSY, announcing(0), undefined]);
    expect(at).toEqual([0, 2020, 2420, 2440]);
  });

  it('adds the margin that it was given instead, by the tries that were in vain', async () => {
    const margin = (tries: number): number => (tries - 1) * 1000;
    const { at } = await retrying([announcing(2000), announcing(1000), announcing(0), undefined], { margin });
    expect(at).toEqual([0, 2000, 4000, 6000]);
  });

  it('tries again at once where no time is to pass', async () => {
    const { at, waits } = await retrying([announcing(0), undefined], { margin: () => 0 });
    expect([at, waits]).toEqual([[0, 0], []]);
  });

  it('gives up after as many tries as it may make, with the last result', async () => {
    const { retried, at } = await retrying([BUSY], { limits: { tries: 3 } });
    expect(retried).toEqual({ kind: 'given-up', result: 3 });
    expect(at).toEqual([0, 200, 600]);
  });

  it.each([
    [599, [0, 200]],
    [600, [0, 200, 600]],
    [601, [0, 200, 600]],
  ])('begins no try after its time: with %i ms it tries at %j', async (time, expected) => {
    const { retried, at } = await retrying([BUSY], { limits: { until: 1_000_000 + time } });
    expect(retried.kind).toBe('given-up');
    expect(at).toEqual(expected);
  });

  it.each([
    [59_999, 'done'],
    [60_000, 'done'],
    [60_001, 'given-up'],
  ])('waits a minute for an announced delay and no longer: %i ms is %s', async (announced, kind) => {
    const { retried, at } = await retrying([announcing(announced), undefined]);
    expect(retried.kind).toBe(kind);
    expect(at).toEqual(kind === 'done' ? [0, announced + 20] : [0]);
  });

  it('says what was announced where that was too long, by the limit that it was given', async () => {
    const limits = { tries: 5, longestAnnounced: 5000 };
    expect((await retrying([announcing(5001)], { limits })).retried).toEqual({
      kind: 'given-up',
      result: 1,
      why: 'with an announced wait of 5.001 s, longer than the limit of 5 s',
    });
    expect((await retrying([announcing(5000), undefined], { limits })).retried.kind).toBe('done');
    expect((await retrying([announcing(Infinity)], { limits })).retried.kind).toBe('given-up');
  });

  it.each([
    [199, [0]],
    [201, [0, 200]],
  ])('ends when it is interrupted after %i ms, with the result so far', async (abortAt, expected) => {
    const { retried, at } = await retrying([BUSY], { abortAt });
    expect(retried).toEqual({ kind: 'interrupted', result: expected.length });
    expect(at).toEqual(expected);
  });

  it('makes its one try where it was interrupted before, and waits for nothing', async () => {
    const { retried, at } = await retrying([BUSY], { signal: AbortSignal.abort() });
    expect([retried, at]).toEqual([{ kind: 'interrupted', result: 1 }, [0]]);
  });

  it('tries nothing again that comes to more than is read', async () => {
    const { retried, at } = await retrying([{ kind: 'unread' }]);
    expect([retried, at]).toEqual([{ kind: 'given-up', result: 1 }, [0]]);
  });
});
