// Patterns that a digital input moves by, and patterns of bytes that peripherals answer.
import { parseDuration } from '../../kernel/duration.js';

const PATTERN = /^(?:[0-9a-f]{2}|\.\.)*\*?$/i;

export function isHexPattern(text: string): boolean {
  return PATTERN.test(compact(text));
}

interface Matched {
  /** The bytes that `..` stood for, in order. */
  readonly any: readonly number[];
  /** What `*` stood for. */
  readonly rest: readonly number[];
}

/** Looks whether frames match the pattern; undefined when one does not. */
export function createMatcher(pattern: string): (frame: Uint8Array) => Matched | undefined {
  const { bytes, open } = templateOf(pattern);
  return (frame) => {
    if (open ? frame.length < bytes.length : frame.length !== bytes.length) return undefined;
    if (bytes.some((byte, at) => byte !== undefined && byte !== frame[at])) return undefined;
    const any = [...frame.subarray(0, bytes.length)].filter((_, at) => bytes[at] === undefined);
    return { any, rest: [...frame.subarray(bytes.length)] };
  };
}

/** Puts what was matched into the pattern of a response: the n-th `..` is the n-th byte that `..` stood for. */
export function createFiller(pattern: string): (matched: Matched) => Uint8Array {
  const { bytes, open } = templateOf(pattern);
  return ({ any, rest }) => {
    let nth = 0;
    const filled = bytes.map((byte) => byte ?? any[nth++] ?? 0);
    return Uint8Array.from(open ? [...filled, ...rest] : filled);
  };
}

function templateOf(pattern: string) {
  const text = compact(pattern);
  const open = text.endsWith('*');
  const pairs = (open ? text.slice(0, -1) : text).match(/../g) ?? [];
  return {
    /** A byte, or undefined for `..`. */
    bytes: pairs.map((pair) => (pair === '..' ? undefined : Number.parseInt(pair, 16))),
    open,
  };
}

function compact(text: string): string {
  return text.replace(/\s+/g, '');
}

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
