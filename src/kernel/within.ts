// Work for which nobody waits longer than a while.
import type { Clock } from './clock.js';

/** What the work comes to; undefined where that takes longer than so many ms of the clock. The work is left to itself then. */
export async function within<T>(
  clock: Pick<Clock, 'setTimer'>,
  time: number,
  work: Promise<T>,
): Promise<T | undefined> {
  let giveUp = (): void => undefined;
  const late = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  const timer = clock.setTimer('patience', time, giveUp);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.cancel();
  }
}
