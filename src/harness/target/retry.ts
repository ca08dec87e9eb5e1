// Trying again and waiting, bounded: whatever the harness tries again, it tries again with this, as announced or after a
// growing delay.
import { SUCCESS } from '../../contract/error-codes.js';
import { unendedCommandIn } from './command-in.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import { type Call, type Exchange, type CallOutcome, isGranted } from './call.js';
import { unlessUnsafe } from './gated-transport.js';
import { interferenceOf } from './interference.js';

// The bounded retry: tries again while something that passes stands in the way, as announced or after a growing
// delay. Whatever the harness tries again, it tries again with this.

/** What stands in the way for now, with the delay that was announced with it, in ms. */
export interface Hindrance {
  readonly kind: string;
  readonly announced?: number;
}

/** At least one of `tries` and `until` bounds a retry. */
type RetryLimits = {
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

type Retried<T> =
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
  const { clock, limits, signal, attempt, hindranceOf, onWait, margin = () => MARGIN } = options;
  const { tries: most = Infinity, until: end = Infinity, longestAnnounced = LONGEST_ANNOUNCED } = limits;
  let before: H | undefined;
  for (let tries = 1; ; tries++) {
    const result = await attempt(before);
    const hindrance = hindranceOf(result);
    if (!hindrance) return { kind: 'done', result };
    if (signal?.aborted) return { kind: 'interrupted', result };
    const { announced } = hindrance;
    if (hindrance.kind === 'unread') return { kind: 'given-up', result };
    if (announced !== undefined && announced > longestAnnounced)
      return { kind: 'given-up', result, why: tooLong(announced, longestAnnounced) };
    const delay = announced === undefined ? growingDelay(tries) : Math.max(0, announced + margin(tries));
    const until = clock.now() + delay;
    if (tries >= most || until > end) return { kind: 'given-up', result };
    if (until > clock.now()) onWait?.(until, hindrance);
    if (!(await waitUntil(clock, until, signal))) return { kind: 'interrupted', result };
    before = hindrance;
  }
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

// Waits until a time on the clock, or until a signal is aborted.

/** True when the time came, false when the signal was aborted. */
export async function waitUntil(
  clock: Pick<Clock, 'now' | 'setTimer'>,
  until: number,
  signal?: AbortSignal,
): Promise<boolean> {
  if (signal?.aborted) return false;
  const delay = until - clock.now();
  if (delay <= 0) return true;
  return new Promise((resolve) => {
    const timer = clock.setTimer('harness', delay, () => {
      forget?.();
      resolve(true);
    });
    const interrupt = (): void => {
      forget?.();
      timer.cancel();
      resolve(false);
    };
    const forget = signal && onAbort(signal, interrupt);
  });
}

// Repeats a request through interference, and says in words what came of it.

export interface Patience {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly limits: RetryLimits;
  readonly signal?: AbortSignal | undefined;
  /** Also goes on when no connection can be made, or the device cannot be used: both may come back. */
  readonly throughAbsence?: boolean;
  /** Whether to try again at all, asked after each try; default: yes. */
  readonly isWorthIt?: () => boolean;
}

/** The last outcome, and why no other try was made where that is not plain from it. */
export interface PatientOutcome {
  readonly outcome: CallOutcome;
  readonly gaveUp?: string;
  /** How many tries it is the last of. */
  readonly tries: number;
}

/**
 * Ends with the first exchange that is worth no repeat, or with the one after which a limit was reached. What must not
 * be sent counts as refused.
 */
export async function patiently(
  attempt: () => Promise<Exchange>,
  patience: Patience,
): Promise<PatientOutcome> {
  const { clock, limits, signal, throughAbsence = false, isWorthIt = () => true } = patience;
  let tries = 0;
  const tried = await unlessUnsafe(() =>
    retry({
      clock,
      limits,
      signal,
      attempt: () => {
        tries++;
        return attempt();
      },
      hindranceOf: ({ outcome }) => (isWorthIt() ? passing(outcome, throughAbsence) : undefined),
    }),
  );
  if (!tried.ok) return { outcome: { kind: 'broken', reason: 'refused', detail: tried.why }, tries };
  const retried = tried.value;
  const gaveUp = retried.kind === 'given-up' ? retried.why : undefined;
  return { outcome: retried.result.outcome, tries, ...(gaveUp === undefined ? {} : { gaveUp }) };
}

/** Undefined when the same request again would get the same answer. */
function passing(outcome: CallOutcome, throughAbsence: boolean): Hindrance | undefined {
  const absent = outcome.kind === 'broken' && outcome.reason === 'refused';
  if (absent && !throughAbsence) return undefined;
  const unusable = outcome.kind === 'reply' && outcome.reply.status === 409;
  return interferenceOf(outcome) ?? (unusable && throughAbsence ? { kind: 'absent' } : undefined);
}

/** What came of a request, for people: `409 DEVICE_OFFLINE`, `no reply within 10 s`. */
export function patientWords({ outcome, gaveUp }: Pick<PatientOutcome, 'outcome' | 'gaveUp'>): string {
  if (outcome.kind === 'broken') return outcome.detail;
  const { status, code, mismatches } = outcome.reply;
  const head = [status, code].filter((part) => part !== undefined && part !== '').join(' ');
  return [head, ...mismatches.slice(0, 1), ...(gaveUp === undefined ? [] : [gaveUp])].join(', ');
}

// A server may answer a command first and carry it out later: waits until the command of a reply has ended, so that
// what comes next does not meet a device at work.

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1000;

interface WaitForEnd {
  /** Who reads the command. */
  readonly client: string;
  /** When nothing is waited for any more; clock time in ms. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
}

interface Asking {
  readonly clock: Clock;
  request(call: Call, options: { readonly client: string; readonly signal?: AbortSignal }): Promise<Exchange>;
}

/** Returns at once where the reply tells of no command that goes on. */
export async function untilEnded(
  target: Asking,
  outcome: CallOutcome,
  { client, until, signal }: WaitForEnd,
): Promise<void> {
  const { clock } = target;
  if (!isGranted(outcome)) return;
  const { commandId } = unendedCommandIn(outcome.reply.data) ?? {};
  if (typeof commandId !== 'string') return;
  for (let pause = FIRST_PAUSE; clock.now() + pause <= until; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    if (!(await waitUntil(clock, clock.now() + pause, signal))) return;
    const read = await target.request(
      { name: 'readCommand', commandId },
      { client, ...(signal && { signal }) },
    );
    if (hasEnded(read)) return;
  }
}

/** A command that cannot be found any more is not waited for either. */
function hasEnded({ outcome }: Exchange): boolean {
  if (outcome.kind !== 'reply') return false;
  if (outcome.reply.code !== SUCCESS) return outcome.reply.status === 403 || outcome.reply.status === 404;
  return unendedCommandIn(outcome.reply.data) === undefined;
}
