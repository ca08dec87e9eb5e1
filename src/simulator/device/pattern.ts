// A digital input that moves by itself: edges at known moments, once or again and again.
import { parseDuration } from '../../kernel/duration.js';

export interface SignalPattern {
  /** Moments of the edges in ms since the pattern began: ascending, all above 0. */
  readonly edges: readonly number[];
  /** Length of a cycle, at least the last edge; the edges come once when absent. */
  readonly repeat?: number;
}

/** How many edges have happened after `elapsed` ms, one at this very moment included. */
export function edgesUntil({ edges, repeat }: SignalPattern, elapsed: number): number {
  const cycles = repeat === undefined ? 0 : Math.floor(elapsed / repeat);
  const within = repeat === undefined ? elapsed : elapsed - cycles * repeat;
  let count = cycles * edges.length;
  for (const edge of edges) if (edge <= within) count++;
  return count;
}

/** When edge number `nth`, counted from 0, happens; undefined when there is none. */
export function edgeAt({ edges, repeat }: SignalPattern, nth: number): number | undefined {
  if (edges.length === 0 || nth < 0) return undefined;
  if (repeat === undefined) return edges[nth];
  const edge = edges[nth % edges.length];
  return edge === undefined ? undefined : edge + Math.floor(nth / edges.length) * repeat;
}

const SQUARE = /^square\s+(.+)$/;
const PULSE = /^pulse\s+(.+?)\s+every\s+(.+)$/;

/** `square 2s` changes every second; `pulse 100ms every 5s` is on for the last 100 ms of each 5 s. */
export function parsePattern(text: string): SignalPattern | undefined {
  const period = parseDuration(SQUARE.exec(text)?.[1] ?? '');
  if (period !== undefined && period > 0) return { edges: [period / 2, period], repeat: period };
  const [, width = '', every = ''] = PULSE.exec(text) ?? [];
  const [pulse, cycle] = [parseDuration(width), parseDuration(every)];
  if (pulse === undefined || cycle === undefined || pulse <= 0 || pulse >= cycle) return undefined;
  return { edges: [cycle - pulse, cycle], repeat: cycle };
}
