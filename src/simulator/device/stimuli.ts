// What the world does to a device.
import { fromHex } from '../../kernel/hex.js';
import type { DeviceStimuli } from './device.js';
import type { DeviceParts, DeviceSurroundings } from './device-parts.js';
import type { ChannelReading } from './reading.js';

export function createDeviceStimuli(
  { inputs, analogInputs, sensors, bus, deviceLink }: DeviceParts,
  { clock, onTouched }: Pick<DeviceSurroundings, 'clock' | 'onTouched'>,
): DeviceStimuli {
  /** Whatever is done, somebody is told of it after it took place. */
  const touching = (done: boolean | void): boolean => {
    onTouched();
    return done !== false;
  };
  const analog = (index: number): ChannelReading | undefined => analogInputs[index - 1];
  const sensor = (key: string): ChannelReading | undefined =>
    sensors.find(({ channel }) => channel.kind === 'sensor' && channel.key === key);
  const on = (reading: ChannelReading | undefined, act: (reading: ChannelReading) => void): boolean => {
    if (reading) act(reading);
    return touching(reading !== undefined);
  };
  return {
    setInput: (index, active) => touching(inputs.drive(index, active)),
    driveInput: (index, pattern) => touching(inputs.follow(index, pattern, clock.now())),
    setAnalog: (index, value) => on(analog(index), (reading) => reading.set(value)),
    driveAnalog: (index, signal) => on(analog(index), (reading) => reading.follow(signal)),
    setSensor: (key, value) => on(sensor(key), (reading) => reading.set(value)),
    driveSensor: (key, signal) => on(sensor(key), (reading) => reading.follow(signal)),
    cutPower: () => void touching(deviceLink.cutPower()),
    restorePower: () => void touching(deviceLink.restorePower()),
    dropLink: () => void touching(deviceLink.drop()),
    restoreLink: () => void touching(deviceLink.restore()),
    injectRs485: (data) => {
      const bytes = fromHex(data);
      const port = bus.get();
      if (!port || !bytes) return false;
      port.inject(bytes);
      return true;
    },
  };
}
