// Bounds of time for a machine that has other work, too.
import { availableParallelism, loadavg } from 'node:os';

/** How many times as long as on a quiet machine things may take, by the processes that wait for a core; 1 at least. */
export function stretch(): number {
  const [lastMinute = 0] = loadavg();
  return Math.max(1, lastMinute / availableParallelism());
}
