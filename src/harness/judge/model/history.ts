// The reference model, second part: what was written to the registers of a device, and what was read of them.
// A register is a relay, the jog duration of a relay, or the baud rate.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Touch } from '../../../contract/operation.js';
import { touchesOf } from '../../../contract/operations.js';
import { readShape } from '../../../contract/read-shape.js';
import { type Interval, mayOverlap } from '../../../kernel/interval.js';
import { perDevice } from '../per-view.js';
import { isRefresh } from '../refreshes.js';
import type { AnsweredCall, TraceView } from '../trace-view.js';
import { type Intended, intendedIn } from './intended.js';

/** `undefined`: nobody can say what it is. */
export type HistoryValue = boolean | number | undefined;
export type Registers = ReadonlyMap<string, HistoryValue>;

export interface HistoryWrite {
  /** The exchange that shows it best. */
  readonly exchange: number;
  readonly span: Interval;
  readonly certain: boolean;
  readonly values: Registers;
}

export interface HistoryRead {
  readonly exchange: number;
  readonly channel: 'rest' | 'ws';
  readonly span: Interval;
  readonly values: ReadonlyMap<string, boolean | number>;
}

export interface RegisterHistory {
  readonly writes: readonly HistoryWrite[];
  readonly reads: readonly HistoryRead[];
}

/** How much longer than its duration a jog may take, in ms: clocks differ, and devices round. */
const JOG_MARGIN = 1000;
/** A jog of a duration that was never seen. */
const UNKNOWN_JOG = 10_000;

/** The relays of a device, as they were switched and seen. */
export const relayHistory = perDevice((deviceId, view): RegisterHistory => {
  const intended = intendedIn(view);
  const own = intended.filter((each) => each.deviceId === deviceId && each.certainty !== 'never');
  const jog = longestJog(deviceId, intended, view);
  const plain = own.flatMap((each) => relayWrite(each));
  const jogs = plain.flatMap(({ jogged, write }) =>
    jogged.map((register) => ({
      register,
      write,
      window: { from: write.span.from, to: write.span.to + jog },
    })),
  );
  const blurred = plain.map(({ write }) => blur(write, jogs));
  const reads = readsOf(deviceId, view);
  // A jog that nothing meddled with ends with the relay off; one that did, in a way that nobody stated.
  const ends = jogs.map(({ register, write, window }): HistoryWrite => {
    const alone = !plain.some(
      ({ write: other }) => other !== write && other.values.has(register) && mayOverlap(other.span, window),
    );
    const span = { from: jogBegan(register, write, reads), to: window.to };
    return { ...write, span, values: new Map([[register, alone ? false : undefined]]) };
  });
  return { writes: [...blurred, ...ends], reads };
});

/**
 * From when on a jog may end: after it has begun, wherever in its span that was. A command may be seen to have ended
 * long after its jog is over; a read that shows the relay on tells that it had begun by then.
 */
function jogBegan(register: string, { span }: HistoryWrite, reads: readonly HistoryRead[]): number {
  if (!Number.isFinite(span.to)) return span.from;
  const seenOn = reads.filter((read) => read.span.from >= span.from && read.values.get(register) === true);
  return Math.min(span.to, ...seenOn.map((read) => read.span.from)) + 1;
}

/** The settings of a device, as they were set and read. */
export function configHistory(deviceId: string, view: TraceView): RegisterHistory {
  const own = intendedIn(view).filter((each) => each.deviceId === deviceId && each.certainty !== 'never');
  return { writes: own.flatMap(configWrite), reads: configReads(deviceId, view) };
}

/** What an operation writes to the relays; nothing when it is of another kind. */
export function relayWrites(operation: Intended): readonly HistoryWrite[] {
  return relayWrite(operation).map(({ write }) => write);
}

interface RelayWrite {
  readonly write: HistoryWrite;
  readonly jogged: readonly string[];
}

function relayWrite({ operation, uses, span, certainty }: Intended): readonly RelayWrite[] {
  const relays = touchesOf(operation).filter((touch) => touch.kind === 'relay');
  if (relays.length === 0) return [];
  const values = new Map(
    relays.map(({ index, to }) => [relayName(index), to === 'jog' ? undefined : to === 'on']),
  );
  const jogged = relays.filter(({ to }) => to === 'jog').map(({ index }) => relayName(index));
  return [{ write: { exchange: shown(uses), span, certain: certainty === 'surely', values }, jogged }];
}

function shown(uses: Intended['uses']): number {
  return uses.find(({ reply }) => reply?.code === SUCCESS)?.id ?? uses[0]?.id ?? -1;
}

function relayName(index: number): string {
  return `relay ${index}`;
}

interface Jog {
  readonly register: string;
  readonly write: HistoryWrite;
  readonly window: Interval;
}

/** What is written to a relay while it may be jogging leaves it nobody knows how. */
function blur(write: HistoryWrite, jogs: readonly Jog[]): HistoryWrite {
  const values = new Map(
    [...write.values].map(([register, value]) => {
      const meddles = jogs.some(
        (jog) => jog.register === register && jog.write !== write && mayOverlap(jog.window, write.span),
      );
      return [register, meddles ? undefined : value] as const;
    }),
  );
  return { ...write, values };
}

function longestJog(deviceId: string, intended: readonly Intended[], view: TraceView): number {
  const set = intended.flatMap(({ deviceId: id, operation }) =>
    id === deviceId
      ? touchesOf(operation).flatMap((touch) => (touch.kind === 'jogDuration' ? touch.to : []))
      : [],
  );
  const read = configReads(deviceId, view).flatMap(({ values }) =>
    [...values].flatMap(([register, value]) =>
      register.startsWith('jog') && typeof value === 'number' ? value : [],
    ),
  );
  const known = [...set, ...read];
  return (known.length === 0 ? UNKNOWN_JOG : Math.max(...known)) + JOG_MARGIN;
}

/** What an operation sets; nothing when it is of another kind. */
export function configWrite({ operation, uses, span, certainty }: Intended): readonly HistoryWrite[] {
  const values = new Map(touchesOf(operation).flatMap(settingIn));
  return values.size === 0 ? [] : [{ exchange: shown(uses), span, certain: certainty === 'surely', values }];
}

function settingIn(touch: Touch): readonly (readonly [string, number])[] {
  if (touch.kind === 'baudRate') return [['baud rate', touch.to]];
  return touch.kind === 'jogDuration' ? [[jogName(touch.index), touch.to]] : [];
}

function jogName(index: number): string {
  return `jog duration of relay ${index}`;
}

function readsOf(deviceId: string, { answered }: TraceView): readonly HistoryRead[] {
  return answered.flatMap((exchange) => {
    if (!isRefresh(exchange) || !isRead(exchange, deviceId)) return [];
    const detail = readShape('deviceDetail', exchange.reply.data);
    if (!detail) return [];
    const { relays } = detail.peripherals;
    return [readOf(exchange, new Map(relays.map(({ index, on }) => [relayName(index), on])))];
  });
}

const configReads = perDevice((deviceId, { answered }): readonly HistoryRead[] =>
  answered.flatMap((exchange) => {
    if (!isRead(exchange, deviceId) || exchange.request.what !== 'devices.config') return [];
    const config = readShape('deviceConfig', exchange.reply.data);
    if (!config) return [];
    const { relays, baudRate } = config;
    const jogs = relays.map(({ index, jogDuration }) => [jogName(index), jogDuration] as const);
    return [readOf(exchange, new Map([['baud rate', baudRate] as const, ...jogs]))];
  }),
);

function isRead({ request, reply }: AnsweredCall, deviceId: string): boolean {
  return request.deviceId === deviceId && reply.code === SUCCESS && !reply.mismatches?.length;
}

function readOf({ id, request, span }: AnsweredCall, values: HistoryRead['values']): HistoryRead {
  return { exchange: id, channel: request.channel, span, values };
}
