// A device of the profile under the name that a scenario gives it, with its relays by symbolic name.
import type { Peripherals } from '../../../contract/schemas/device.js';
import type { ChannelChange } from '../../../contract/schemas/message.js';
import type { DeviceProfileEntry } from '../../profile/profile.js';

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
export function relayWords(device: BoundDevice, { relays }: Peripherals): Record<string, 'on' | 'off'> {
  const wordOf = (wanted: number): 'on' | 'off' | undefined => {
    const relay = relays.find(({ index }) => index === wanted);
    return relay && (relay.on ? 'on' : 'off');
  };
  const [first, ...others] = (device.every ?? []).map(wordOf);
  const alike = others.every((each) => each === first) ? first : undefined;
  const named = Object.entries(device.relays).map(([name, index]) => [name, wordOf(index)] as const);
  return Object.fromEntries(
    [...named, [EVERY, alike] as const].flatMap(([name, word]) => (word ? [[name, word] as const] : [])),
  );
}

/** The named digital inputs as `active` or `inactive`; one that the state does not have is left out. */
export function inputWords(
  { inputs = {} }: BoundDevice,
  peripherals: Peripherals,
): Record<string, 'active' | 'inactive'> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, index]) => {
      const input = peripherals.digitalInputs.find((each) => each.index === index);
      return input ? [[name, input.active ? 'active' : 'inactive'] as const] : [];
    }),
  );
}

/** The values of the named analog inputs; one that the state does not have is left out. */
export function analogValues(
  { analogInputs = {} }: BoundDevice,
  peripherals: Peripherals,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(analogInputs).flatMap(([name, index]) => {
      const input = peripherals.analogInputs.find((each) => each.index === index);
      return input ? [[name, input.value] as const] : [];
    }),
  );
}

/** The values of the named sensors; one that the state does not have is left out. */
export function sensorValues(
  { sensors = {} }: BoundDevice,
  peripherals: Peripherals,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sensors).flatMap(([name, key]) => {
      const sensor = peripherals.sensors.find((each) => each.key === key);
      return sensor ? [[name, sensor.value] as const] : [];
    }),
  );
}

/** `lamp` for a channel with a name, `relay 3` or `digitalInput 1` for any other. */
export function changeWords(device: BoundDevice | undefined, changes: readonly ChannelChange[]): string[] {
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
