// Gives something a time limit on the run's clock, beside the signal of its caller.
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';

/** @param work gets a signal that aborts when the time is up or the caller's signal does, and ends soon then. */
export async function within<T>(
  clock: Clock,
  time: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const giveUp = (): void => limit.abort(outer.reason);
  if (outer.aborted) giveUp();
  const forget = onAbort(outer, giveUp);
  const timer = clock.setTimer('stimulus', time, () => limit.abort(new Error('time is up')));
  try {
    return await work(limit.signal);
  } finally {
    timer.cancel();
    forget();
  }
}

/** The most that the output of a command may have, in bytes. */
export const MOST_OUTPUT = 64 * 1024;
/** The most that a reply may have, in bytes: a witness may tell of all devices, with what each has done. */
export const MOST_REPLY = 1024 * 1024;

/** The first line of what somebody else says, at a length that can be shown. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
