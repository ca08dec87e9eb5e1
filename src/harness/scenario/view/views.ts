// How replies, events and their fields look to scenarios.
import { nearMissOf } from '../../target/secret-like.js';
import { type Peripherals, peripherals as peripheralsSchema } from '../../../contract/schemas/device.js';
import { defined } from '../../../kernel/defined.js';
import { isObject } from '../../../kernel/json.js';
import type { Exchange } from '../../target/call.js';
import { unendedCommandIn } from '../../target/command-in.js';
import { type ChannelChange, stateChanged } from '../../../contract/schemas/message.js';
import type { EventRecord } from '../../../trace/record.js';
import type { DeviceProfileEntry } from '../../profile/profile.js';

// The fields that scenarios can match and refer to, by what they look at: one table for checks, docs and
// suggestions. What lies below a field is not checked before it is seen.

export const VIEW_FIELDS = {
  reply: {
    outcome: '`reply`, or `broken` when none came',
    reason: 'why no reply came: cut, reset, refused or timeout',
    detail: 'the same in words',
    channel: '`rest` or `ws`',
    status: 'HTTP status; absent over WebSocket',
    code: '`SUCCESS` or an error code',
    message: 'text for people',
    requestId: 'as the reply carries it',
    headers: 'by lower-case name; empty over WebSocket',
    retryAfterSeconds: 'from `data.retryAfterSeconds`, else from the header',
    retryAt: 'the clock time at which that delay is over, counted from the arrival of the reply',
    agesAt: 'the clock time at which seven tenths of the lifetime of the token in the reply are over',
    lastsUntil: 'the clock time until which that token surely lasts, by its lifetime',
    expiresAt: 'the clock time from which on it has surely expired',
    data: 'the payload in canonical terms',
    body: 'the whole body or frame as it came, in the names of the wire',
    command: '`data.command`: commandId, deviceId, operation, params, status, result',
    device: 'the device of a refresh',
    devices: 'the devices of a list, by canonical fields',
    fullPages:
      'the sizes of the `fewest` (2 or more) and the `most` pages (6 at most) that such a list fills',
    lastDevice: 'the last device of such a list',
    peripherals: 'the complete runtime state of a refresh',
    relays: 'the relays that the scenario names, each `on` or `off`, of a refresh',
    inputs: 'the digital inputs that the scenario names, each `active` or `inactive`, of a refresh',
    analogInputs: 'the values of the analog inputs that the scenario names, of a refresh',
    sensors: 'the values of the sensors that the scenario names, of a refresh',
    config: '`relays` and `baudRate` of the device configuration',
    profiles: 'the device profiles',
    ticket: 'a ticket that was created',
    nearMiss: 'the access token or the ticket of the reply, with one of its later characters changed',
    mismatches: 'what did not fit the envelope or the dialect, in words',
    sentAt: 'clock time in ms at which the request was sent',
    answeredAt: 'clock time in ms at which the reply was there',
    took: 'the time between the two in ms',
    workedUntil:
      'clock time in ms until which it was surely at work: of the reply, or with `settled` of the last look that showed its command running',
    lasted: 'the time in ms until its command was seen to have ended; absent where that was not seen',
  },
  connection: {
    outcome: '`open` or `refused`',
    status: 'HTTP status of a refused upgrade',
    unanswered: '`true` where the upgrade got no answer in time, which counts as refused',
    detail: 'why it was refused, in words',
    sentAt: 'clock time in ms at which the attempt to connect began',
    answeredAt: 'clock time in ms at which it was open or refused',
    took: 'the time between the two in ms',
  },
  stimulus: {
    value: 'the number that a witness told',
    more: 'how much that is more than at the look that `since` names',
    sentAt: 'clock time in ms just before it was done',
    answeredAt: 'clock time in ms at which it was done',
    took: 'the time between the two in ms',
  },
  event: {
    topic: 'the topic of the event',
    device: "the scenario's name of the device; its identifier when it has none",
    changes: 'what changed: symbolic relay names, else as in `relay 3` and `digitalInput 1`',
    relays: 'the relays that the scenario names, each `on` or `off`',
    inputs: 'the digital inputs that the scenario names, each `active` or `inactive`',
    peripherals: 'the complete runtime state block',
    data: 'the payload in canonical terms',
    body: 'the whole frame as it came',
    connection: 'the connection that it came on',
    at: 'clock time in ms at which it came',
    after: 'how long after the moment that `since` names it came, in ms',
  },
} as const satisfies Record<string, Record<string, string>>;

/** What `$run` knows. */
export const RUN_FIELDS = {
  roundTrip: 'a long round trip in ms: the longest but one of a few when the run began, or lately',
  overlap:
    'two round trips in ms: requests that are sent at once and take longer than this overlap at the target',
  patience: 'how long the profile waits for what follows an act, in ms',
  id: 'the id of the check',
} as const satisfies Record<string, string>;

export type ViewKind = keyof typeof VIEW_FIELDS;

export function fieldNames(kind: ViewKind): readonly string[] {
  return Object.keys(VIEW_FIELDS[kind]);
}

// What scenarios see of a request and its reply.

/** The fields are those of the table `VIEW_FIELDS.reply`. */
export type ReplyView = Readonly<Record<string, unknown>>;

/**
 * @param body the body or frame as it came; the trace keeps it.
 * @param lifetimeUnit seconds in which the target counts lifetimes.
 */
export function replyView(
  exchange: Exchange,
  device: BoundDevice | undefined,
  body: unknown,
  lifetimeUnit: number,
): ReplyView {
  const { outcome, channel, sentAt, answeredAt } = exchange;
  const took = answeredAt - sentAt;
  const span = defined({
    channel,
    sentAt,
    answeredAt,
    took,
    workedUntil: answeredAt,
    notSent: exchange.notSent,
  });
  if (outcome.kind === 'broken')
    return defined({
      outcome: 'broken',
      reason: outcome.reason,
      detail: outcome.detail,
      cause: outcome.cause,
      displaced: outcome.displaced,
      ...span,
    });
  const { reply } = outcome;
  const { retryAfterSeconds } = reply;
  return defined({
    outcome: 'reply',
    ...span,
    status: reply.status,
    code: reply.code,
    message: reply.message,
    requestId: reply.requestId,
    headers: reply.headers,
    retryAfterSeconds,
    retryAt: retryAfterSeconds === undefined ? undefined : answeredAt + retryAfterSeconds * 1000,
    ...lifeOf(reply.data, exchange, lifetimeUnit),
    mismatches: reply.mismatches,
    data: reply.data,
    body,
    ...payload(reply.data, device),
    // With a command that had not ended then, the reply says nothing of how long it took.
    lasted: unendedCommandIn(reply.data) ? undefined : took,
  });
}

/**
 * Of an access token, whose lifetime is in seconds in canonical terms; it began between the two times. What is left of
 * a life that began before is rounded to whole units or seconds, up or down; who tells a part of a unit does not round to
 * units.
 */
function lifeOf(
  data: unknown,
  { sentAt, answeredAt }: Exchange,
  lifetimeUnit: number,
): Record<string, number> {
  if (!isObject(data) || typeof data['accessToken'] !== 'string') return {};
  const { expiresIn } = data;
  if (typeof expiresIn !== 'number') return {};
  const lifetime = expiresIn * 1000;
  const agesAt = sentAt + LATE_SHARE * lifetime;
  const rounding = (Number.isInteger(expiresIn / lifetimeUnit) ? Math.max(1, lifetimeUnit) : 1) * 1000;
  return { agesAt, lastsUntil: sentAt + lifetime - rounding, expiresAt: answeredAt + lifetime + rounding };
}

/** A token that is used then has some of its life left, whatever the request takes. */
const LATE_SHARE = 0.7;

/** The well-known parts of `data`, under names of their own. */
function payload(data: unknown, device: BoundDevice | undefined): Record<string, unknown> {
  if (!isObject(data)) return {};
  const state = peripheralsIn(data);
  const secret = data['accessToken'] ?? data['ticket'];
  return {
    command: isObject(data['command']) ? commandView(data['command']) : undefined,
    device: data['device'],
    ...listFacts(data['devices']),
    profiles: data['profiles'],
    ticket: data['ticket'],
    nearMiss: typeof secret === 'string' ? nearMissOf(secret) : undefined,
    config: configOf(data),
    peripherals: state,
    relays: state && device ? relayWords(device, state) : undefined,
    inputs: state && device?.inputs ? inputWords(device, state) : undefined,
    analogInputs:
      state &&
      device?.analogInputs &&
      channelWords(device.analogInputs, state.analogInputs, indexOf, valueOf),
    sensors:
      state && device?.sensors && channelWords(device.sensors, state.sensors, ({ key }) => key, valueOf),
  };
}

function listFacts(devices: unknown): Record<string, unknown> {
  const all: readonly unknown[] = Array.isArray(devices) ? devices : [];
  const sizes = PAGES.flatMap((pages) => (all.length % pages === 0 ? [all.length / pages] : []));
  const fullPages = all.length > 1 && sizes.length > 0 ? { fewest: sizes[0], most: sizes.at(-1) } : undefined;
  return { devices, fullPages, lastDevice: all.at(-1) };
}

const PAGES = [2, 3, 4, 5, 6];

export function peripheralsIn({ peripherals }: Record<string, unknown>): Peripherals | undefined {
  // Most replies have none, and a refusal by the schema takes long to be put into words.
  return peripherals === undefined ? undefined : peripheralsSchema.safeParse(peripherals).data;
}

/** The driver keeps operation and parameters together; scenarios see them as the interface shows them. */
function commandView(command: Record<string, unknown>): Record<string, unknown> {
  const { operation } = command;
  if (!isObject(operation)) return command;
  return { ...command, operation: operation['name'], params: operation['params'] };
}

function configOf(data: Record<string, unknown>): unknown {
  if (isObject(data['config'])) return data['config'];
  return 'relays' in data ? data : undefined;
}

// What scenarios see of an event.

type SeenEvent = EventRecord & { readonly at: number };

/** The fields are those of the table `VIEW_FIELDS.event`. */
export function eventView(event: SeenEvent, devices: readonly BoundDevice[], since: number): ReplyView {
  const device = devices.find(({ deviceId }) => deviceId === event.deviceId);
  const change = stateChanged.safeParse(event.data);
  return {
    topic: event.topic,
    connection: event.connection,
    at: event.at,
    after: event.at - since,
    data: event.data,
    body: event.body,
    device: device?.name ?? event.deviceId,
    ...(change.success
      ? {
          changes: changeWords(device, change.data.changes),
          peripherals: change.data.peripherals,
          relays: device ? relayWords(device, change.data.peripherals) : {},
          inputs: device ? inputWords(device, change.data.peripherals) : {},
        }
      : {}),
  };
}

// A device of the profile under the name that a scenario gives it, with its relays by symbolic name.

export interface BoundDevice {
  readonly name: string;
  readonly deviceId: string;
  /** Its name in the profile. */
  readonly profileName?: string;
  /** Index by symbolic name. */
  readonly relays: Readonly<Record<string, number>>;
  /** Indices next to those of its relays, by the names of OUTSIDE; absent where the device has none. */
  readonly outside?: Readonly<Record<string, number>>;
  /** Indices of all relays that may be switched, whether the scenario names them or not. */
  readonly every?: readonly number[];
  readonly inputs?: Readonly<Record<string, number>>;
  readonly analogInputs?: Readonly<Record<string, number>>;
  /** Key by symbolic name. */
  readonly sensors?: Readonly<Record<string, string>>;
  /** Bytes (hex) for the RS485 port, as far as the profile knows them. */
  readonly rs485?: DeviceProfileEntry['rs485'];
}

/** Relays that a device does not have, as scenarios call them. */
export const OUTSIDE = ['below-the-first', 'beyond-the-last'] as const;

/** All relays of a device that may be switched, as scenarios call them together. */
export const EVERY = 'every';

/** @param listed the indices of all relays of a device, one at least. */
export function outsideOf(listed: readonly number[]): NonNullable<BoundDevice['outside']> {
  const [below, beyond] = OUTSIDE;
  return { [below]: Math.min(...listed) - 1, [beyond]: Math.max(...listed) + 1 };
}

/**
 * The named relays as `on` or `off`, and `every` where all are alike; a relay that the state does not have is left out.
 */
function relayWords({ relays, every = [] }: BoundDevice, state: Peripherals): Record<string, string> {
  const words = (names: Readonly<Record<string, number>>): Record<string, string> =>
    channelWords(names, state.relays, indexOf, ({ on }) => (on ? 'on' : 'off'));
  const [first, ...others] = every.map((index) => words({ [EVERY]: index })[EVERY]);
  const isAlike = first !== undefined && others.every((each) => each === first);
  return { ...words(relays), ...(isAlike && { [EVERY]: first }) };
}

/** The named channels, each as `inWords` says it; one that the state does not have is left out. */
function channelWords<K extends string | number, C, V>(
  names: Readonly<Record<string, K>> | undefined,
  channels: readonly C[],
  keyOf: (channel: C) => K,
  inWords: (channel: C) => V,
): Record<string, V> {
  return Object.fromEntries(
    Object.entries(names ?? {}).flatMap(([name, key]) => {
      const channel = channels.find((each) => keyOf(each) === key);
      return channel ? [[name, inWords(channel)] as const] : [];
    }),
  );
}

function inputWords({ inputs }: BoundDevice, { digitalInputs }: Peripherals): Record<string, string> {
  return channelWords(inputs, digitalInputs, indexOf, ({ active }) => (active ? 'active' : 'inactive'));
}

const indexOf = ({ index }: { readonly index: number }): number => index;
const valueOf = ({ value }: { readonly value: number }): number => value;

/** `lamp` for a channel with a name, `relay 3` or `digitalInput 1` for any other. */
function changeWords(device: BoundDevice | undefined, changes: readonly ChannelChange[]): string[] {
  const byIndex = (channels: Readonly<Record<string, number>> = {}): Map<number, string> =>
    new Map(Object.entries(channels).map(([name, index]) => [index, name]));
  const names = { relay: byIndex(device?.relays), digitalInput: byIndex(device?.inputs) };
  return changes.map(({ kind, index }) => names[kind].get(index) ?? `${kind} ${index}`);
}

/** What a peripheral of one of the devices always answers to the bytes, as the profile knows it. */
export function answersOf(
  devices: Iterable<BoundDevice>,
): (deviceId: string, data: string) => string | undefined {
  const known = new Map([...devices].map(({ deviceId, rs485 }) => [deviceId, rs485]));
  return (deviceId, data) => {
    const { answered, answer, echo = [] } = known.get(deviceId) ?? {};
    if (data === answered && answer !== undefined) return answer;
    return echo.some((beginning) => data.startsWith(beginning)) ? data : undefined;
  };
}
