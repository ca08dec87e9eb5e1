// What a device reports: its channels, their state, and by itself whatever of it has changed.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { DeviceChannels, DeviceEvent } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { DeviceSpec } from './schema/profile.js';
import type { Relay } from './relay.js';
import type { ChannelReading } from './reading.js';
import type { ChannelChange } from '../../contract/schemas/message.js';

export function channelsOf(spec: DeviceSpec): DeviceChannels {
  return {
    relays: spec.relays.length,
    digitalInputs: spec.digitalInputs.length,
    analogInputs: spec.analogInputs.length,
    sensors: spec.sensors.map(({ key }) => key),
    rs485: spec.rs485 !== undefined,
  };
}

export function peripheralsOf({ relays, inputs, analogInputs, sensors }: DeviceParts): Peripherals {
  return {
    relays: relays.all.map(shownRelay),
    digitalInputs: inputs.reported().map((active, at) => ({ index: at + 1, active })),
    analogInputs: analogInputs.map((reading, at) => ({ index: at + 1, ...shown(reading) })),
    sensors: sensors.map((reading) => ({
      key: reading.channel.kind === 'sensor' ? reading.channel.key : '',
      ...shown(reading),
    })),
  };
}

/** On, and not for good: it goes off by itself. */
function shownRelay(relay: Relay): Peripherals['relays'][number] {
  const { index } = relay;
  const on = relay.on;
  return on && !relay.lasting() ? { index, on, jogging: true } : { index, on };
}

function shown(reading: ChannelReading): { value: number; unit?: string } {
  const value = reading.value();
  return reading.unit === undefined ? { value } : { value, unit: reading.unit };
}

// Turns what the device reports into `state-changed` events: it remembers what it said last, and speaks
// when that is no longer true. While the device is offline it keeps quiet and makes up for it later.

/** A class, as each device of a fleet has its own. */
export class Reporter {
  private readonly parts: DeviceParts;
  private readonly emit: (event: DeviceEvent) => void;
  private relays: readonly boolean[] = [];
  private inputs: readonly boolean[] = [];

  constructor(parts: DeviceParts, emit: (event: DeviceEvent) => void) {
    this.parts = parts;
    this.emit = emit;
    this.resume();
  }

  /** Takes the present state as reported, without a word. */
  resume(): void {
    this.relays = this.parts.relays.reported();
    this.inputs = this.parts.inputs.reported();
  }

  /** One event with all channels that differ from the last report; none when nothing does. */
  report(): void {
    const { parts } = this;
    if (!parts.deviceLink.isOnline()) return;
    const relays = parts.relays.reported();
    const inputs = parts.inputs.reported();
    const changes = [
      ...differences('relay', this.relays, relays),
      ...differences('digitalInput', this.inputs, inputs),
    ];
    if (changes.length === 0) return;
    this.relays = relays;
    this.inputs = inputs;
    this.emit({ kind: 'state-changed', changes, peripherals: peripheralsOf(parts) });
  }
}

function differences(
  kind: ChannelChange['kind'],
  known: readonly boolean[],
  present: readonly boolean[],
): ChannelChange[] {
  const changes: ChannelChange[] = [];
  for (const [at, state] of present.entries()) if (state !== known[at]) changes.push({ kind, index: at + 1 });
  return changes;
}
