// The bounded retry: tries again while something that passes stands in the way, as announced or after a growing
// delay. Whatever the harness tries again, it tries again with this.
import type { Clock } from '../../kernel/clock.js';
import { waitUntil } from './wait-until.js';

/** What stands in the way for now, with the delay that was announced with it, in ms. */
export interface Hindrance {
  readonly kind: string;
  readonly announced?: number;
}

/** At least one of `tries` and `until` bounds a retry. */
export type RetryLimits = {
  /** The longest announced delay that is waited for, in ms; default: a minute. */
  readonly longestAnnounced?: number | undefined;
} & (
  | {
      /** Tries in all. */
      readonly tries: number;
      /** No try begins after this time, in ms of the clock. */
      readonly until?: number;
    }
  | { readonly tries?: number; readonly until: number }
);

export interface RetryOptions<T, H extends Hindrance> {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly limits: RetryLimits;
  readonly signal?: AbortSignal | undefined;
  /**
   * Added to an announced delay, in ms; default: 20, because clocks differ.
   * @param tries that have been in vain, from 1.
   */
  readonly margin?: (tries: number) => number;
  /** @param before what stood in the way of the try before; undefined for the first one. */
  readonly attempt: (before: H | undefined) => Promise<T>;
  /** What to wait out before another try; undefined when another try would change nothing. */
  readonly hindranceOf: (result: T) => H | undefined;
  /** Told before each wait. @param until in ms of the clock. */
  readonly onWait?: (until: number, hindrance: H) => void;
}

export type Retried<T> =
  /** Nothing stood in the way of the last try. */
  | { readonly kind: 'done'; readonly result: T }
  /** A limit was reached. `why` says what was announced where that was the limit. */
  | { readonly kind: 'given-up'; readonly result: T; readonly why?: string }
  /** The signal was aborted. */
  | { readonly kind: 'interrupted'; readonly result: T };

/** In ms: what `longestWait` of a profile is where it says nothing. */
export const LONGEST_ANNOUNCED = 60_000;
const MARGIN = 20;

/** Always makes one try. @returns the result of the last one. */
export async function retry<T, H extends Hindrance>(options: RetryOptions<T, H>): Promise<Retried<T>> {
  const { clock, limits, signal, attempt, hindranceOf, onWait } = options;
  const { tries: most = Infinity, until: end = Infinity, longestAnnounced = LONGEST_ANNOUNCED } = limits;
  let before: H | undefined;
  for (let tries = 1; ; tries++) {
    const result = await attempt(before);
    const hindrance = hindranceOf(result);
    if (!hindrance) return { kind: 'done', result };
    if (signal?.aborted) return { kind: 'interrupted', result };
    const { announced } = hindrance;
    if (announced !== undefined && announced > longestAnnounced)
      return { kind: 'given-up', result, why: tooLong(announced, longestAnnounced) };
    const until = clock.now() + delayBefore(tries, announced, options);
    if (tries >= most || until > end) return { kind: 'given-up', result };
    if (until > clock.now()) onWait?.(until, hindrance);
    if (!(await waitUntil(clock, until, signal))) return { kind: 'interrupted', result };
    before = hindrance;
  }
}

function delayBefore(
  tries: number,
  announced: number | undefined,
  { margin = () => MARGIN }: Pick<RetryOptions<never, never>, 'margin'>,
): number {
  return announced === undefined ? growingDelay(tries) : Math.max(0, announced + margin(tries));
}

/** For a wait that is not made because it was announced as too long; both in ms. */
export function announcedTooLong(announced: number, longest: number): string {
  return `the target announced a wait of ${Math.ceil(announced / 1000)} s, longer than longestWait, which is ${longest / 1000} s`;
}

function tooLong(announced: number, longest: number): string {
  return `with an announced wait of ${announced / 1000} s, longer than the limit of ${longest / 1000} s`;
}

// How long to wait before the next try, where nothing was announced.

const FIRST = 200;
const LONGEST = 5000;

/** 200 ms, 400 ms and so on, at most 5 s. @param tries that have been in vain, from 1. */
export function growingDelay(tries: number): number {
  return Math.min(LONGEST, FIRST * 2 ** (tries - 1));
}
