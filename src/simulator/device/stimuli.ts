// What the world does to a device.
import { fromHex } from '../../kernel/hex.js';
import type { DeviceStimuli } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { ChannelReading } from './reading.js';

export function createDeviceStimuli(
  { inputs, analogInputs, sensors, bus, deviceLink }: DeviceParts,
  now: () => number,
): DeviceStimuli {
  const analog = (index: number): ChannelReading | undefined => analogInputs[index - 1];
  const sensor = (key: string): ChannelReading | undefined =>
    sensors.find(({ channel }) => channel.kind === 'sensor' && channel.key === key);
  const on = (reading: ChannelReading | undefined, act: (reading: ChannelReading) => void): boolean => {
    if (reading) act(reading);
    return reading !== undefined;
  };
  return {
    setInput: (index, active) => inputs.drive(index, active),
    driveInput: (index, pattern) => inputs.follow(index, pattern, now()),
    setAnalog: (index, value) => on(analog(index), (reading) => reading.set(value)),
    driveAnalog: (index, signal) => on(analog(index), (reading) => reading.follow(signal)),
    setSensor: (key, value) => on(sensor(key), (reading) => reading.set(value)),
    driveSensor: (key, signal) => on(sensor(key), (reading) => reading.follow(signal)),
    cutPower: () => deviceLink.power.cut(),
    restorePower: () => deviceLink.power.restore(),
    dropLink: () => deviceLink.link.drop(),
    restoreLink: () => deviceLink.link.restore(),
    injectRs485: (data) => {
      const bytes = fromHex(data);
      const port = bus.get();
      if (!port || !bytes) return false;
      port.inject(bytes);
      return true;
    },
  };
}

/** The same, telling after each act that it took place. */
export function tellingStimuli(stimuli: DeviceStimuli, onTouched: () => void): DeviceStimuli {
  const told =
    <A extends unknown[], R>(act: (...given: A) => R) =>
    (...given: A): R => {
      const done = act(...given);
      onTouched();
      return done;
    };
  return {
    setInput: told(stimuli.setInput),
    driveInput: told(stimuli.driveInput),
    setAnalog: told(stimuli.setAnalog),
    driveAnalog: told(stimuli.driveAnalog),
    setSensor: told(stimuli.setSensor),
    driveSensor: told(stimuli.driveSensor),
    cutPower: told(stimuli.cutPower),
    restorePower: told(stimuli.restorePower),
    dropLink: told(stimuli.dropLink),
    restoreLink: told(stimuli.restoreLink),
    injectRs485: stimuli.injectRs485,
  };
}
