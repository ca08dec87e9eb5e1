// The reference model, first part: what callers meant. All requests under one key are one operation, whatever
// became of them; a request without a key is one by itself (interface: Idempotency key).
import { SUCCESS } from '../../contract/error-codes.js';
import { readShape } from '../../contract/read-shape.js';
import type { Operation } from '../../contract/schemas/command.js';
import { assert } from '../../kernel/assert.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Interval, mayOverlap } from '../../kernel/interval.js';
import { interferenceIn } from '../target/interference.js';
import {
  BAUD_RATE,
  relayStatesIn,
  relaysSetBy,
  settingsIn,
  settingsSetBy,
  type Values,
  type RegisterWrites,
} from '../target/registers.js';
import {
  perView,
  perDevice,
  type SeenExchange,
  type TraceView,
  type AnsweredCall,
  channelStates,
} from './trace-view.js';
import { commandIn } from '../target/command-in.js';
import { askedIn, keyIn, SURELY_KEPT, isRefresh, grantedCommand } from './sightings.js';
import type { Peripherals } from '../../contract/schemas/device.js';

/** `surely` it was carried out, once; `perhaps`; or `never`, since it was refused each time. */
type Certainty = 'surely' | 'perhaps' | 'never';

export interface Intended {
  readonly deviceId: string;
  readonly operation: Operation;
  /** Every request of it, in the order of sending. */
  readonly uses: readonly SeenExchange[];
  readonly certainty: Certainty;
  /** When it can have been carried out. */
  readonly span: Interval;
  /** How its command ended, where that was seen. */
  readonly status?: string;
  /** When that was seen first: by then it had ended, which the reply to its request does not say by itself. */
  readonly endSeenAt?: number;
  /** Other requests under its key: of these none may be carried out. */
  readonly reuses: readonly SeenExchange[];
}

type Asking = SeenExchange & {
  readonly request: { readonly operation: Operation; readonly deviceId: string };
};

export const intendedIn = perView((view: TraceView): readonly Intended[] => {
  const { exchanges } = view;
  const ends = endsIn(view);
  const asking = exchanges.filter(isAsking);
  const groups = groupBy(asking, ({ id, request }) =>
    request.idempotencyKey === undefined ? String(id) : keyIn(request),
  );
  return [...groups.values()].flatMap((all) => ofOneTime(all, ends));
});

/** What comes when the key may have been forgotten is perhaps an operation of its own. */
function ofOneTime(all: readonly Asking[], ends: ReadonlyMap<string, End>): readonly Intended[] {
  const keptUntil = (all[0]?.span.from ?? 0) + SURELY_KEPT;
  const soon = all.filter(({ span }) => span.from < keptUntil);
  if (soon.length === all.length) return ofOneKey(all, ends);
  const known = new Set(soon.flatMap(commandOf));
  const isKept = (each: Asking): boolean =>
    soon.includes(each) || commandOf(each).some((id) => known.has(id));
  const later = all.filter((each) => !isKept(each));
  return [
    ...ofOneKey(all.filter(isKept), ends),
    ...(later.length > 0 ? ofOneTime(later, ends).map(onlyPerhaps) : []),
  ];
}

function commandOf({ reply }: SeenExchange): readonly unknown[] {
  const { commandId } = grantedCommand(reply);
  return commandId === undefined ? [] : [commandId];
}

function onlyPerhaps(each: Intended): Intended {
  return each.certainty === 'surely' ? { ...each, certainty: 'perhaps' } : each;
}

/** Usually one operation. Where requests differ, the key belongs to the first that was not refused. */
function ofOneKey(all: readonly Asking[], ends: ReadonlyMap<string, End>): readonly Intended[] {
  const variants = [...groupBy(all, ({ request }) => askedIn(request)).values()].toSorted(
    (a, b) => openedAt(a) - openedAt(b),
  );
  const [owner, ...others] = variants;
  if (!owner) return [];
  if (others.length === 0) return [operationOf(owner, [], ends)];
  const rest = others.flat();
  const owned = owner.some(
    ({ reply }) => reply?.code === SUCCESS && others.every((each) => reply.at < openedAt(each)),
  );
  if (owned) return [operationOf(owner, rest, ends)];
  // Which of them was the first to arrive is open, and so is which of them was carried out.
  return variants.map((uses) => onlyPerhaps(operationOf(uses, [], ends)));
}

/** When the first request was sent that was not refused. */
function openedAt(uses: readonly SeenExchange[]): number {
  return Math.min(...uses.filter((use) => !isRefused(use)).map(({ span }) => span.from));
}

function operationOf(
  uses: readonly Asking[],
  reuses: readonly SeenExchange[],
  ends: ReadonlyMap<string, End>,
): Intended {
  const [first] = uses;
  assert(first !== undefined, 'an operation has a request at least');
  const { deviceId, operation } = first.request;
  return { deviceId, operation, uses, reuses, ...fateOf(uses, ends) };
}

function isAsking(exchange: SeenExchange): exchange is Asking {
  const { what, operation, deviceId } = exchange.request;
  return operation !== undefined && deviceId !== undefined && what !== 'raw';
}

interface End {
  readonly status: string;
  readonly result: unknown;
  readonly seenAt: number;
  /** The exchange that shows it. */
  readonly exchange: number;
}

/** The first sight of each command's final status, in the reply to its request or where it is read later. */
export const endsIn = perView(({ answered }: TraceView): ReadonlyMap<string, End> => {
  const ends = new Map<string, End>();
  for (const { id, reply } of answered) {
    const { commandId, status, result } = commandIn(reply.data) ?? {};
    if (reply.code !== SUCCESS || typeof commandId !== 'string' || typeof status !== 'string') continue;
    const known = ends.get(commandId);
    if (status !== 'pending' && (!known || reply.at < known.seenAt))
      ends.set(commandId, { status, result, seenAt: reply.at, exchange: id });
  }
  return ends;
});

type Fate = Pick<Intended, 'certainty' | 'span' | 'status' | 'endSeenAt'>;

function fateOf(uses: readonly SeenExchange[], ends: ReadonlyMap<string, End>): Fate {
  const open = uses.filter((use) => !isRefused(use));
  const from = Math.min(...open.map(({ span }) => span.from));
  if (open.length === 0) return { certainty: 'never', span: { from: 0, to: 0 } };
  const seen = open.flatMap((use) => endOf(use, ends));
  const done = seen.find(({ status }) => status === 'succeeded');
  const to = Math.min(...seen.map(({ seenAt }) => seenAt));
  if (done) return { certainty: 'surely', span: { from, to }, status: done.status, endSeenAt: to };
  // A command that failed or timed out may have reached the device, and may still do so.
  const [other] = seen;
  return {
    certainty: 'perhaps',
    span: { from, to: Number.POSITIVE_INFINITY },
    ...(other ? { status: other.status, endSeenAt: to } : {}),
  };
}

function endOf({ reply }: SeenExchange, ends: ReadonlyMap<string, End>): readonly End[] {
  const { commandId } = grantedCommand(reply);
  const end = typeof commandId === 'string' ? ends.get(commandId) : undefined;
  return end ? [end] : [];
}

/** Answered with a refusal, or never arrived. A server error leaves open what has been done. */
export function isRefused({ reply, broken }: SeenExchange): boolean {
  if (!reply) return broken?.reason === 'refused';
  const { code, status } = reply;
  if (code === undefined || code === SUCCESS) return false;
  if (interferenceIn(reply)?.kind === 'internal-error') return false;
  return status === undefined || (status >= 400 && status < 500);
}

/** Over the compatibility endpoint. */
export function isOfOneRelay({ request }: SeenExchange): boolean {
  return request.what === 'relays.set-one';
}

export function isAtWork({ reply }: SeenExchange): boolean {
  return reply !== undefined && interferenceIn(reply)?.kind === 'busy';
}

// The reference model, second part: what was written to the registers of a device, and what was read of them.

export interface HistoryWrite {
  /** The exchange that shows it best. */
  readonly exchange: number;
  readonly span: Interval;
  readonly certain: boolean;
  readonly values: RegisterWrites;
}

export interface HistoryRead {
  readonly exchange: number;
  readonly channel: 'rest' | 'ws';
  readonly span: Interval;
  readonly values: Values;
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
  const plain = own.flatMap(relayWrites);
  const jogs = plain.flatMap((write) =>
    [...write.values].flatMap(([register, value]) => {
      const window = { from: write.span.from, to: write.span.to + jog };
      return value === undefined ? [{ register, write, window }] : [];
    }),
  );
  const blurred = plain.map((write) => blur(write, jogs));
  const reads = deviceReads(deviceId, view).map(({ peripherals, ...read }) => ({
    ...read,
    values: relayStatesIn(peripherals),
  }));
  // A jog that nothing meddled with ends with the relay off; one that did, in a way that nobody stated.
  const ends = jogs.map(({ register, write, window }): HistoryWrite => {
    const alone = !plain.some(
      (other) => other !== write && other.values.has(register) && mayOverlap(other.span, window),
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
  return { writes: own.flatMap(configWrites), reads: configReads(deviceId, view) };
}

/** What an operation writes to the relays; nothing when it is of another kind. A jog is a value that is open. */
export function relayWrites(intended: Intended): readonly HistoryWrite[] {
  return writesOf(intended, relaysSetBy(intended.operation));
}

/** What an operation sets; nothing when it is of another kind. */
export function configWrites(intended: Intended): readonly HistoryWrite[] {
  return writesOf(intended, settingsSetBy(intended.operation));
}

function writesOf({ uses, span, certainty }: Intended, values: RegisterWrites): readonly HistoryWrite[] {
  if (values.size === 0) return [];
  const exchange = uses.find(({ reply }) => reply?.code === SUCCESS)?.id ?? uses[0]?.id ?? -1;
  return [{ exchange, span, certain: certainty === 'surely', values }];
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
  const set = intended.flatMap((each) => (each.deviceId === deviceId ? [settingsSetBy(each.operation)] : []));
  const read = configReads(deviceId, view).map(({ values }) => values);
  const known = [...set, ...read].flatMap((values) =>
    [...values].flatMap(([register, value]) => (register === BAUD_RATE ? [] : Number(value))),
  );
  return (known.length === 0 ? UNKNOWN_JOG : Math.max(...known)) + JOG_MARGIN;
}

/** What a granted refresh showed of a device. */
export interface DeviceRead extends Omit<HistoryRead, 'values'> {
  readonly peripherals: Peripherals;
  readonly state: ReadonlyMap<string, boolean>;
}

export const deviceReads = perDevice((deviceId, { answered }): readonly DeviceRead[] =>
  answered.flatMap((exchange) => {
    if (!isRefresh(exchange) || !isRead(exchange, deviceId)) return [];
    const { peripherals } = readShape('deviceState', exchange.reply.data) ?? {};
    return peripherals ? [{ ...readOf(exchange), peripherals, state: channelStates(peripherals) }] : [];
  }),
);

const configReads = perDevice((deviceId, { answered }): readonly HistoryRead[] =>
  answered.flatMap((exchange) => {
    if (!isRead(exchange, deviceId) || exchange.request.what !== 'devices.config') return [];
    const config = readShape('deviceConfig', exchange.reply.data);
    return config ? [{ ...readOf(exchange), values: settingsIn(config) }] : [];
  }),
);

function isRead({ request, reply }: AnsweredCall, deviceId: string): boolean {
  return request.deviceId === deviceId && reply.code === SUCCESS && !reply.mismatches?.length;
}

function readOf({ id, request, span }: AnsweredCall): Omit<HistoryRead, 'values'> {
  return { exchange: id, channel: request.channel, span };
}
