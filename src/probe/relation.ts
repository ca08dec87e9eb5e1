// What holds between things that were seen, wherever the reading is right: each row of the tables beside this file is one.
import { type Operation, touchesOf } from '../contract/operations.js';
import { isFinal } from '../contract/schemas/scalars.js';
import type { DeviceRecord, DeviceState, Peripherals } from '../contract/schemas/device.js';
import type { CommandValue } from '../dialect/dialect.js';
import type { Profile } from '../harness/profile/profile.js';
import type { SightedAct, SightedEvent, SightedExchange, Sights } from './sights.js';

/** One thing that was looked at. */
export type Judged = ReturnType<typeof judged>;

export interface Relation {
  /** `command-echo`: stands in proofs. */
  readonly name: string;
  judge(sights: Sights): Iterable<Judged>;
}

export function relation(name: string, judge: Relation['judge']): Relation {
  return { name, judge };
}

/** @param exchange that shows it; 0 where an event does. @param words what does not agree. */
export function judged(held: boolean, exchange: number, words: string) {
  return { held, exchange, words };
}

export type Operated = ReturnType<typeof operationsOf>[number];

/**
 * The requests that may have been carried out, in their order; one whose key was used before is none. A command that was
 * still running in the reply is as it was first read to have ended, and lasts until then.
 */
export function operationsOf({ exchanges }: Sights) {
  const used = new Set<string>();
  const ends = endsOf(exchanges);
  return exchanges.flatMap((exchange) => {
    const { operation, deviceId, key, client } = exchange;
    if (!operation || deviceId === undefined) return [];
    const name = `${client} ${key ?? exchange.id}`;
    if (used.has(name)) return [];
    // A refusal is not remembered.
    if (exchange.ok || exchange.to === Infinity) used.add(name);
    const command = sightedCommand(exchange);
    const end = command && !isFinal(command.status) ? ends.get(command.commandId) : undefined;
    const ended = end
      ? { exchange: { ...exchange, to: end.to }, command: end.command }
      : { exchange, command };
    return [{ ...ended, deviceId, operation }];
  });
}

/** By identifier: the first reading of a command that shows it ended. */
function endsOf(
  exchanges: readonly SightedExchange[],
): ReadonlyMap<string, { to: number; command: CommandValue }> {
  const ends = new Map<string, { to: number; command: CommandValue }>();
  for (const exchange of exchanges) {
    const command = exchange.what === 'commands.read' ? sightedCommand(exchange) : undefined;
    if (command && isFinal(command.status) && !ends.has(command.commandId))
      ends.set(command.commandId, { to: exchange.to, command });
  }
  return ends;
}

export function sightedCommand({ data, what }: SightedExchange): CommandValue | undefined {
  const isCommand = what === 'commands.read' || what === 'device.operation.execute' || OPERATING.test(what);
  return isCommand ? (data as CommandValue | undefined) : undefined;
}

const OPERATING = /^(relays|relay|rs485|jog)\b/;

/** States that were read. */
export function statesOf({ exchanges }: Sights) {
  return exchanges.flatMap(({ data, what, deviceId, from, to, id }) => {
    if ((what !== 'devices.read' && what !== 'device.state.get') || !data || deviceId === undefined)
      return [];
    return [{ deviceId, peripherals: (data as DeviceState).peripherals, from, to, exchange: id }];
  });
}

export interface StateChange {
  readonly deviceId: string;
  readonly changes: readonly { readonly kind: 'relay' | 'digitalInput'; readonly index: number }[];
  readonly peripherals: Peripherals;
}

export function sightedChanges({ events }: Sights): readonly (StateChange & { readonly at: number })[] {
  return events.flatMap(({ at, data, topic }) =>
    topic === 'device.state.changed' && data ? [{ ...(data as StateChange), at }] : [],
  );
}

/** What a device has shown last before a moment, in a state or an event. */
export function lastShown(sights: Sights, deviceId: string, before: number): Peripherals | undefined {
  const shown = [...statesOf(sights).map((state) => ({ ...state, at: state.to })), ...sightedChanges(sights)];
  return shown
    .filter((each) => each.deviceId === deviceId && each.at <= before)
    .toSorted((a, b) => a.at - b.at)
    .at(-1)?.peripherals;
}

/** Every record of a device in lists and details. */
export function sightedDevices({
  exchanges,
}: Sights): readonly { device: DeviceRecord; exchange: SightedExchange }[] {
  return exchanges.flatMap((exchange) => {
    const { data, what } = exchange;
    if (!data) return [];
    if (what === 'devices.list')
      return (data as { devices: DeviceRecord[] }).devices.map((device) => ({ device, exchange }));
    if (what !== 'devices.read' && what !== 'device.state.get') return [];
    const { device } = data as DeviceState;
    return device ? [{ device, exchange }] : [];
  });
}

/** Whether anything but requests may have moved the device meanwhile. */
export function isMoved({ acts }: Sights, deviceId: string, from: number, to: number): boolean {
  return acts.some(
    (act) => act.deviceId === deviceId && act.name !== 'executions' && act.at >= from && act.at <= to,
  );
}

/** Ms in which an event follows what it tells of. */
export const TOLD_WITHIN = 1500;

/** What came when an act was to be told. */
export function toldAfter<T extends { readonly at: number }>(
  act: { readonly at: number },
  all: readonly T[],
  within = TOLD_WITHIN,
): readonly T[] {
  return all.filter(({ at }) => at >= act.at - 50 && at <= act.at + within);
}

/** Whether an event is of this topic, and of the device. */
export function isTold(event: SightedEvent, topic: string, deviceId: string | undefined): boolean {
  const told = event.data as { readonly deviceId: string } | undefined;
  return event.topic === topic && told?.deviceId === deviceId;
}

/** With its name in the profile. */
export function deviceCalled(
  { devices }: Profile,
  deviceId: string | undefined,
): readonly [name: string, device: Profile['devices'][string]] | undefined {
  return Object.entries(devices).find(([, each]) => each.deviceId === deviceId);
}

export function actsOn({ acts }: Sights, name: string): readonly SightedAct[] {
  return acts.filter((act) => act.name === name);
}

/** What an operation was to make of a relay, where it says that for good. */
export function relayIn(operation: Operation, index: number): 'on' | 'off' | 'jog' | undefined {
  const touch = touchesOf(operation).find((each) => each.kind === 'relay' && each.index === index);
  return touch?.kind === 'relay' ? touch.to : undefined;
}

/** The last of the operations that fit before a moment, where none of them was under way then. */
export function lastBefore(
  operated: readonly Operated[],
  at: { readonly from: number; readonly to: number },
): Operated | undefined {
  const before = operated.filter(({ exchange }) => exchange.from < at.to);
  const last = before.at(-1);
  if (!last || before.some(({ exchange }) => exchange.to > at.from)) return undefined;
  const overlaps = before.some((each) => each !== last && each.exchange.to > last.exchange.from);
  return overlaps || last.command?.status !== 'succeeded' ? undefined : last;
}
