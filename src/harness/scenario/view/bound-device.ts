// A device of the profile under the name that a scenario gives it, with its relays by symbolic name.
import type { Peripherals } from '../../../contract/schemas/device.js';
import type { ChannelChange } from '../../../contract/schemas/message.js';

export interface BoundDevice {
  readonly name: string;
  readonly deviceId: string;
  /** Index by symbolic name. */
  readonly relays: Readonly<Record<string, number>>;
  /** Bytes (hex) for the RS485 port, as far as the profile knows them. */
  readonly rs485?: { readonly answered?: string; readonly unanswered?: string };
}

/** The named relays as `on` or `off`; a relay that the state does not have is left out. */
export function relayWords(device: BoundDevice, peripherals: Peripherals): Record<string, 'on' | 'off'> {
  return Object.fromEntries(
    Object.entries(device.relays).flatMap(([name, index]) => {
      const relay = peripherals.relays.find((each) => each.index === index);
      return relay ? [[name, relay.on ? 'on' : 'off'] as const] : [];
    }),
  );
}

/** `lamp` for a relay with a name, `relay 3` or `digitalInput 1` for any other channel. */
export function changeWords(device: BoundDevice | undefined, changes: readonly ChannelChange[]): string[] {
  const names = new Map(Object.entries(device?.relays ?? {}).map(([name, index]) => [index, name]));
  return changes.map(
    ({ kind, index }) => (kind === 'relay' ? names.get(index) : undefined) ?? `${kind} ${index}`,
  );
}
