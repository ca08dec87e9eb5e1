// What can be seen of a device: its channels, its state, its configuration, and the truth behind them.
import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type { DeviceChannels, PastReadings, PhysicalTruth, TrueReadings } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { DeviceSpec } from './device-spec.js';
import type { Relay } from './relay.js';
import type { ChannelReading } from './reading.js';

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
  const on = relay.coil();
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
      closed: relay.closed(),
      switchedTimes: relay.switchedTimes(),
    })),
    digitalInputs: inputs.levels().map((active, at) => ({ index: at + 1, active })),
    executions,
    powered: deviceLink.power.supplied(),
    linked: deviceLink.link.isUp(),
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
