// How long to wait before the next try. All delays are spread by chance over a second or more, so that several
// instances of a client that met the same trouble do not come back together (rule client.coordinated-backoff).
import type { Random } from './ports.js';

export interface BackOff {
  /**
   * Ms before a request is tried again after its `failures`-th failure, counted from 1. Doubles each time, up to
   * eight times the first (rules client.backs-off-when-busy, client.backs-off-on-500).
   * @param least ms that the first of these delays has at least.
   */
  retry(failures: number, least?: number): number;
  /** Ms before the next try to connect: full jitter under a bound that doubles (rule client.reconnect-backoff). */
  reconnect(failures: number): number;
  /** Ms to wait where `announced` ms were announced (rule client.waits-after-429). */
  limited(announced: number): number;
}

const FIRST = 1000;
const MOST_DOUBLINGS = 3;
const LONGEST_RECONNECT = 30_000;
/** Two clocks do not run alike. */
const CLOCK_MARGIN = 50;

export function createBackOff(random: Random): BackOff {
  return {
    retry: (failures, least = 0) =>
      2 ** Math.min(failures - 1, MOST_DOUBLINGS) * (least + FIRST * (0.5 + random())),
    reconnect: (failures) => Math.min(LONGEST_RECONNECT, FIRST * 2 ** (failures - 1)) * random(),
    limited: (announced) => announced + CLOCK_MARGIN + FIRST * (0.2 + random()),
  };
}
