// The two things about a device that a run may change and has to put back: its relays and its configuration.
import type { Operation } from '../../contract/operations.js';
import type { DeviceConfig, DeviceDetail } from '../../contract/schemas/device.js';
import type { Scope } from '../../contract/scopes.js';
import { formatDuration } from '../../kernel/duration.js';
import type { Call } from '../target/call.js';
import type { Effect } from './gate/effect.js';

/** What is changed, by a key such as `relay 2`, and how it stands. */
export type Values = ReadonlyMap<string, number | boolean>;

export interface Aspect {
  readonly name: 'relays' | 'configuration';
  /** The scope that it takes to put it back. */
  readonly scope: Scope;
  read(deviceId: string): Call;
  /** From the data of a successful reply to `read`. */
  valuesIn(data: unknown): Values;
  /** Each makes some of the values so again. */
  operations(values: Values): readonly Operation[];
  /** The value in words: `on`, `500 ms`. */
  words(key: string, value: number | boolean): string;
}

const relayKey = (index: number): string => `relay ${index}`;
const jogKey = (index: number): string => `the jog duration of relay ${index}`;
const BAUD_RATE = 'the baud rate';
const indexIn = (key: string): number => Number(key.slice(key.lastIndexOf(' ') + 1));

export const RELAYS: Aspect = {
  name: 'relays',
  scope: 'device:control',
  read: (deviceId) => ({ name: 'refresh', deviceId }),
  valuesIn: (data) =>
    new Map((data as DeviceDetail).peripherals.relays.map(({ index, on }) => [relayKey(index), on])),
  operations: (values) => {
    const relays = [...values].map(([key, on]) => ({
      index: indexIn(key),
      action: on ? ('on' as const) : ('off' as const),
    }));
    return relays.length === 0 ? [] : [{ name: 'device.relay.set', params: { relays } }];
  },
  words: (_, on) => (on ? 'on' : 'off'),
};

export const CONFIGURATION: Aspect = {
  name: 'configuration',
  scope: 'device:config',
  read: (deviceId) => ({ name: 'readConfig', deviceId }),
  valuesIn: (data) => {
    const { relays, baudRate } = data as DeviceConfig;
    const jogs = relays.map(({ index, jogDuration }): [string, number] => [jogKey(index), jogDuration]);
    return new Map([...jogs, [BAUD_RATE, baudRate]]);
  },
  operations: (values) =>
    [...values].map(([key, value]): Operation => {
      const number = Number(value);
      if (key === BAUD_RATE) return { name: 'device.rs485.baudRate.set', params: { baudRate: number } };
      return { name: 'device.relay.jogConfig.set', params: { index: indexIn(key), duration: number } };
    }),
  words: (key, value) => (key === BAUD_RATE ? String(value) : formatDuration(Number(value))),
};

export interface AspectTouch {
  readonly aspect: Aspect;
  readonly keys: readonly string[];
  /** Relays that go back by themselves after their jog duration. */
  readonly jogs: readonly number[];
}

/** What the effects change of one device, each aspect once. `listed` are its relays that may be switched. */
export function aspectTouchesOf(
  effects: readonly Effect[],
  listed: readonly number[],
): readonly AspectTouch[] {
  const relays = new Set<number>();
  const jogs = new Set<number>();
  const settings = new Set<string>();
  for (const effect of effects) {
    const unclear = effect.kind === 'malformed';
    // A relay that the device does not have may be taken for any.
    const named = 'relay' in effect && typeof effect.relay === 'number' ? effect.relay : undefined;
    const each = named !== undefined && listed.includes(named) ? [named] : listed;
    const kind = unclear ? effect.of : effect.kind;
    if (kind === 'switch') for (const relay of each) relays.add(relay);
    if (kind === 'switch' && (unclear || ('jog' in effect && effect.jog)))
      for (const relay of each) jogs.add(relay);
    if (kind === 'jogDuration') for (const relay of each) settings.add(jogKey(relay));
    if (kind === 'baudRate') settings.add(BAUD_RATE);
  }
  return [
    ...(relays.size > 0 ? [{ aspect: RELAYS, keys: [...relays].map(relayKey), jogs: [...jogs] }] : []),
    ...(settings.size > 0 ? [{ aspect: CONFIGURATION, keys: [...settings], jogs: [] }] : []),
  ];
}

/** Something other than a request may switch all of these. */
export function touchOfRelays(relays: readonly number[]): AspectTouch {
  return { aspect: RELAYS, keys: relays.map(relayKey), jogs: [] };
}

/** The longest jog of the relays, by their configuration. */
export function longestJog(values: Values, relays: Iterable<number>): number {
  return Math.max(0, ...[...relays].map((index) => Number(values.get(jogKey(index)) ?? 0)));
}
