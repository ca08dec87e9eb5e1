// What can be seen of a device, kept of it, done to it, and what it tells by itself.
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type {
  DeviceChannels,
  PastReadings,
  PhysicalTruth,
  TrueReadings,
  DeviceMemory,
  DeviceEvent,
} from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { DeviceSpec } from './schema/profile.js';
import type { Relay } from './relay.js';
import type { ChannelReading } from './reading.js';
import type { ChannelChange } from '../../contract/schemas/message.js';

// What can be seen of a device: its channels, its state, its configuration, and the truth behind them.

/** What the configuration of a device without a port says, where the interface asks for a rate. */
const RATE_WITHOUT_PORT = 9600;

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

export function configOf({ relays, bus }: DeviceParts): DeviceConfig {
  return {
    relays: relays.all.map(({ index, jogDuration }) => ({ index, jogDuration })),
    baudRate: bus.get()?.baudRate ?? RATE_WITHOUT_PORT,
  };
}

export function physicalOf({ relays, inputs, deviceLink }: DeviceParts, executions: number): PhysicalTruth {
  return {
    relays: relays.all.map((relay) => ({
      index: relay.index,
      closed: relay.closed,
      switchedTimes: relay.switchedTimes,
    })),
    digitalInputs: inputs.levels().map((active, at) => ({ index: at + 1, active })),
    executions,
    powered: deviceLink.power.supplied,
    linked: deviceLink.link.up,
  };
}

/** What its analog inputs and sensors are really worth. */
export function trueReadingsOf({ analogInputs, sensors }: DeviceParts): TrueReadings {
  return {
    analogInputs: analogInputs.map((reading) => reading.truth()),
    sensors: sensors.map((reading) => reading.truth()),
  };
}

/** The same at a time in ms that is over. */
export function pastReadingsOf({ analogInputs, sensors }: DeviceParts, time: number): PastReadings {
  return {
    analogInputs: analogInputs.map((reading) => reading.past(time)),
    sensors: sensors.map((reading) => reading.past(time)),
  };
}

// What can be kept of a device and given to another one like it. What is under way is not kept: operations,
// pulses, bytes on the line, and patterns and signals, which begin anew.

export function remember(parts: DeviceParts): DeviceMemory {
  const { relays, inputs, analogInputs, sensors, bus, deviceLink } = parts;
  return {
    relays: relays.all.map((relay) => ({ on: relay.lasting(), jogDuration: relay.jogDuration })),
    inputs: inputs.held().map((level) => level ?? null),
    analogInputs: analogInputs.map((reading) => reading.held ?? null),
    sensors: sensors.map((reading) => reading.held ?? null),
    baudRate: bus.made()?.baudRate ?? null,
    powered: deviceLink.power.supplied,
    linked: deviceLink.link.up,
  };
}

/** For a device that has just been made. What the memory has for channels that the device lacks is ignored. */
export function recall(parts: DeviceParts, memory: DeviceMemory): void {
  const { relays, inputs, analogInputs, sensors, bus, deviceLink } = parts;
  relays.all.forEach((relay, at) => {
    const { on, jogDuration } = memory.relays[at] ?? {};
    if (jogDuration !== undefined) relay.jogDuration = jogDuration;
    if (on !== undefined) relay.act(on ? 'on' : 'off');
  });
  memory.inputs.forEach((level, at) => {
    if (level !== null) inputs.drive(at + 1, level);
  });
  inputs.settle();
  memory.analogInputs.forEach((value, at) => value !== null && analogInputs[at]?.set(value));
  memory.sensors.forEach((value, at) => value !== null && sensors[at]?.set(value));
  if (memory.baudRate !== null) {
    const port = bus.get();
    if (port) port.baudRate = memory.baudRate;
  }
  if (!memory.linked) deviceLink.link.drop();
  if (memory.powered) return;
  deviceLink.power.cut();
  deviceLink.power.kill();
}

// Turns what the device reports into `state-changed` events: it remembers what it said last, and speaks
// when that is no longer true. While the device is offline it keeps quiet and makes up for it later.

/** A class, as each device of a fleet has its own. */
export class Reporter {
  private readonly parts: DeviceParts;
  private readonly emit: (event: DeviceEvent) => void;
  private relays: readonly boolean[];
  private inputs: readonly boolean[];

  constructor(parts: DeviceParts, emit: (event: DeviceEvent) => void) {
    this.parts = parts;
    this.emit = emit;
    this.relays = parts.relays.reported();
    this.inputs = parts.inputs.reported();
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
