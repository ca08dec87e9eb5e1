// Waiting within an attempt.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import {
  type ExecutionContext,
  pauseUntil,
} from '../../../../src/harness/scenario/engine/execution-context.js';

function contextAt(clock: ExecutionContext['clock'], signal: AbortSignal, told: string[]): ExecutionContext {
  const context: Pick<ExecutionContext, 'clock' | 'signal' | 'waiting'> = {
    clock,
    signal,
    waiting: (why) => told.push(why),
  };
  return context as ExecutionContext;
}

it('waits until the moment, and tells for what', async () => {
  const clock = createManualClock(1000);
  const told: string[] = [];
  const context = contextAt(clock, new AbortController().signal, told);
  expect(await clock.runUntil(pauseUntil(context, 3000, 'a rest'))).toBeUndefined();
  expect(clock.now()).toBe(3000);
  expect(told).toEqual(['a rest']);
});

it('does not wait for what is past, and says nothing of it', async () => {
  const clock = createManualClock(1000);
  const told: string[] = [];
  expect(await pauseUntil(contextAt(clock, new AbortController().signal, told), 900, 'x')).toBeUndefined();
  expect(told).toEqual([]);
});

it('ends at once when the run is interrupted', async () => {
  const clock = createManualClock(1000);
  const stop = new AbortController();
  const waiting = pauseUntil(contextAt(clock, stop.signal, []), 60_000, 'a rest');
  stop.abort();
  expect(await waiting).toEqual({ kind: 'interrupted' });
  expect(clock.now()).toBe(1000);
});
