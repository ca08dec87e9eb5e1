// The kinds of RS485 peripherals, by name; what a receiver makes of their bytes; and when they speak by themselves.
import { createMatcher, createFiller } from '../pattern.js';
import type { Clock, Timer } from '../../../kernel/clock.js';
import type { Spontaneous, Peripheral, PeripheralSource } from './peripheral.js';
import type { PeripheralKind, PeripheralOf, PeripheralSpec } from '../schema/profile.js';
import { createModbusRtu } from './modbus-rtu.js';
import { fromHex } from '../../../kernel/hex.js';
import { fractionAt } from '../../../kernel/random.js';

// The peripherals that speak without being asked. They do so while somebody could hear them.

export interface Voice extends Spontaneous {
  readonly say: () => void;
}

/** @param origin clock time from which their moments count: these are the same, whoever listens. */
export function createVoices(voices: readonly Voice[], clock: Clock, origin: number) {
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
    /** A transceive begins to listen. */
    attend,
    /** It listens no more; when nobody does, the peripherals rest. */
    leave,
    /** Whether somebody wants the events. */
    watch: (on: boolean): void => {
      if (on === watched) return;
      watched = on;
      if (on) attend();
      else leave();
    },
  };
}

// Patterns of bytes: `01 03 .. ff *`, where `..` is any byte and a last `*` is any number of any bytes.

// What a receiver makes of bytes that were sent at another rate, or by two at once.

/** Receivers sample in the middle of each bit; up to this ratio of the rates they still hit all bits of a byte. */
const TOLERANCE = 1.03;

/** A receiver at twice the rate sees twice the bytes; none ever sees more than this. */
const MOST_BYTES = 4096;

export interface Chance {
  readonly seed: number;
  readonly label: string;
}

/** The bytes as heard at `heardAt` bit/s when sent at `sentAt`; a much slower receiver may hear nothing. */
export function heard(
  bytes: Uint8Array,
  sentAt: number,
  heardAt: number,
  chance: Chance,
  now: number,
): Uint8Array {
  if (Math.max(sentAt, heardAt) / Math.min(sentAt, heardAt) <= TOLERANCE) return bytes;
  const length = Math.round((bytes.length * heardAt) / sentAt);
  return garbled(bytes, Math.min(MOST_BYTES, length), chance, now);
}

/** As many bytes as asked for that have nothing to do with the ones sent; the same at the same moment. */
export function garbled(bytes: Uint8Array, length: number, { seed, label }: Chance, now: number): Uint8Array {
  const noise = Uint8Array.from({ length }, (_, at) =>
    Math.floor(256 * fractionAt(seed, `${label}/garble-${at}`, now)),
  );
  const first = noise[0];
  // By chance the first byte could be right; it must not be, or a single byte would pass.
  if (first !== undefined && first === bytes[0]) noise[0] = first ^ 0xff;
  return noise;
}

// A peripheral that follows a script: the first rule whose request matches says the response.

export function createScripted({ baudRate, rules }: PeripheralOf<'scripted'>): Peripheral {
  const script = rules.map(({ request, response, delay }) => ({
    match: createMatcher(request),
    fill: createFiller(response),
    delay,
  }));
  return {
    baudRate,
    answer: (frame) => {
      for (const { match, fill, delay } of script) {
        const matched = match(frame);
        if (matched) return { bytes: fill(matched), delay };
      }
      return undefined;
    },
  };
}

// A peripheral that speaks without being asked, at fixed intervals.

function createChatty(
  { baudRate, data, interval }: PeripheralOf<'chatty'>,
  { seed, label }: PeripheralSource,
): Peripheral {
  // Each device has its own phase, or the chatty peripherals of a whole fleet would speak at once.
  const phase = Math.round(interval * fractionAt(seed, `${label}/phase`, 0));
  const bytes = fromHex(data) ?? new Uint8Array();
  return { baudRate, answer: () => undefined, spontaneous: { bytes, interval, phase } };
}

// A peripheral that sends back what it hears.

function createEcho({ baudRate, delay, prefix }: PeripheralOf<'echo'>): Peripheral {
  const start = fromHex(prefix) ?? new Uint8Array();
  return {
    baudRate,
    answer: (frame) => {
      const meant = frame.length > 0 && start.every((byte, at) => frame[at] === byte);
      return meant ? { bytes: frame, delay } : undefined;
    },
  };
}

const FACTORIES: {
  readonly [K in PeripheralKind]: (spec: PeripheralOf<K>, source: PeripheralSource) => Peripheral;
} = {
  echo: createEcho,
  'modbus-rtu': createModbusRtu,
  scripted: createScripted,
  silent: ({ baudRate }) => ({ baudRate, answer: () => undefined }),
  chatty: createChatty,
};

export function createPeripheral(spec: PeripheralSpec, source: PeripheralSource): Peripheral {
  const factory = FACTORIES[spec.kind] as (spec: PeripheralSpec, source: PeripheralSource) => Peripheral;
  return factory(spec, source);
}
