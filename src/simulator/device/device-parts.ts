// The parts that a device is put together from, for those who work on several of them.
import type { DeviceLink } from './device-link.js';
import type { DigitalInputs } from './digital-inputs.js';
import type { Lazy } from './lazy.js';
import type { ChannelReading } from './reading.js';
import type { Relays } from './relays.js';
import type { Bus } from './rs485/bus.js';

export interface DeviceParts {
  readonly relays: Relays;
  readonly inputs: DigitalInputs;
  readonly analogInputs: readonly ChannelReading[];
  readonly sensors: readonly ChannelReading[];
  /** Holds undefined when the device has no port. */
  readonly bus: Lazy<Bus | undefined>;
  readonly deviceLink: DeviceLink;
}
