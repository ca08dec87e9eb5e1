// The registers of a device: what requests change of it and what can be read again, which is its relays, the jog duration
// of each, and the baud rate. Whoever keeps a history of a device names them and reads what was done to them from here.
import { type Operation, touchesOf } from '../../contract/operations.js';

export type RegisterValue = boolean | number;
/** What was read, by register. */
export type Values = ReadonlyMap<string, RegisterValue>;
/** What was written, by register; `undefined`: nobody can say what it is then. */
export type RegisterWrites = ReadonlyMap<string, RegisterValue | undefined>;

export const BAUD_RATE = 'baud rate';

export function relayName(index: number): string {
  return `relay ${index}`;
}

export function jogName(index: number): string {
  return `jog duration of relay ${index}`;
}

/** Of the relay that a register is, or belongs to. */
export function indexIn(register: string): number {
  return Number(register.slice(register.lastIndexOf(' ') + 1));
}

interface RelayState {
  readonly index: number;
  readonly on: boolean;
}

export function relayStatesIn({
  relays,
}: {
  readonly relays: readonly RelayState[];
}): ReadonlyMap<string, boolean> {
  return new Map(relays.map(({ index, on }) => [relayName(index), on]));
}

interface Settings {
  readonly relays: readonly { readonly index: number; readonly jogDuration: number }[];
  readonly baudRate?: number | undefined;
}

export function settingsIn({ relays, baudRate }: Settings): ReadonlyMap<string, number> {
  const jogs = relays.map(({ index, jogDuration }): [string, number] => [jogName(index), jogDuration]);
  return new Map([...(baudRate === undefined ? [] : [[BAUD_RATE, baudRate] as const]), ...jogs]);
}

/** What an operation writes to the relays when it is carried out. How a jog leaves its relay is open until it is over. */
export function relaysSetBy(operation: Operation): RegisterWrites {
  return new Map(
    touchesOf(operation).flatMap((touch): [string, boolean | undefined][] =>
      touch.kind === 'relay'
        ? [[relayName(touch.index), touch.to === 'jog' ? undefined : touch.to === 'on']]
        : [],
    ),
  );
}

/** The same of the configuration. */
export function settingsSetBy(operation: Operation): ReadonlyMap<string, number> {
  return new Map(
    touchesOf(operation).flatMap((touch): [string, number][] => {
      if (touch.kind === 'baudRate') return [[BAUD_RATE, touch.to]];
      return touch.kind === 'jogDuration' ? [[jogName(touch.index), touch.to]] : [];
    }),
  );
}
