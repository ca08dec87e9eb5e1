// What can be kept of a device and given to another one like it. What is under way is not kept: operations,
// pulses, bytes on the line, and patterns and signals, which begin anew.
import type { DeviceParts } from './device-parts.js';

export interface DeviceMemory {
  readonly relays: readonly { readonly on: boolean; readonly jogDuration: number }[];
  /** Null: it follows the pattern of the fleet file, or stands where it began. */
  readonly inputs: readonly (boolean | null)[];
  /** Null: it shows a signal. */
  readonly analogInputs: readonly (number | null)[];
  readonly sensors: readonly (number | null)[];
  /** Null when there is no port, or nobody has touched it. */
  readonly baudRate: number | null;
  readonly powered: boolean;
  readonly linked: boolean;
}

export function remember(parts: DeviceParts): DeviceMemory {
  const { relays, inputs, analogInputs, sensors, bus, deviceLink } = parts;
  return {
    relays: relays.all.map((relay) => ({ on: relay.lasting(), jogDuration: relay.jogDuration })),
    inputs: inputs.held().map((level) => level ?? null),
    analogInputs: analogInputs.map((reading) => reading.held() ?? null),
    sensors: sensors.map((reading) => reading.held() ?? null),
    baudRate: bus.made()?.baudRate ?? null,
    powered: deviceLink.power.supplied(),
    linked: deviceLink.link.isUp(),
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
