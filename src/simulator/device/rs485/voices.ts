// The peripherals that speak without being asked. They do so while somebody could hear them.
import type { Clock, Timer } from '../../../kernel/clock.js';
import type { Spontaneous } from './peripheral.js';

export interface Voices {
  /** A transceive begins to listen. */
  attend(): void;
  /** It listens no more; when nobody does, the peripherals rest. */
  leave(): void;
  /** Whether somebody wants the events. */
  watch(on: boolean): void;
}

export interface Voice extends Spontaneous {
  readonly say: () => void;
}

/** @param origin clock time from which their moments count: these are the same, whoever listens. */
export function createVoices(voices: readonly Voice[], clock: Clock, origin: number): Voices {
  const timers = new Map<Voice, Timer>();
  let ears = 0;
  let watched = false;

  const arm = (voice: Voice): void => {
    const since = clock.now() - origin - voice.phase;
    const next = since < 0 ? 0 : Math.floor(since / voice.interval) + 1;
    const speak = (): void => {
      arm(voice);
      voice.say();
    };
    timers.set(voice, clock.setTimer('chatty peripheral', next * voice.interval - since, speak));
  };

  const attend = (): void => {
    ears++;
    if (ears === 1) voices.forEach(arm);
  };
  const leave = (): void => {
    ears--;
    if (ears > 0) return;
    for (const timer of timers.values()) timer.cancel();
    timers.clear();
  };

  return {
    attend,
    leave,
    watch: (on) => {
      if (on === watched) return;
      watched = on;
      if (on) attend();
      else leave();
    },
  };
}

// Patterns of bytes: `01 03 .. ff *`, where `..` is any byte and a last `*` is any number of any bytes.

interface Template {
  /** A byte, or undefined for `..`. */
  readonly bytes: readonly (number | undefined)[];
  readonly open: boolean;
}

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

function templateOf(pattern: string): Template {
  const text = compact(pattern);
  const open = text.endsWith('*');
  const pairs = (open ? text.slice(0, -1) : text).match(/../g) ?? [];
  return { bytes: pairs.map((pair) => (pair === '..' ? undefined : Number.parseInt(pair, 16))), open };
}

function compact(text: string): string {
  return text.replace(/\s+/g, '');
}
