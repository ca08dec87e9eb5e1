import type { DeviceLink } from './device-link.js';
import type { DigitalInputs } from './digital-inputs.js';
import type { Lazy } from './lazy.js';
import type { Reading } from './reading.js';
import type { Relays } from './relays.js';
import type { Bus } from './rs485/bus.js';
export interface DeviceParts {
    readonly relays: Relays;
    readonly inputs: DigitalInputs;
    readonly analogInputs: readonly Reading[];
    readonly sensors: readonly Reading[];
    /** Holds undefined when the device has no port. */
    readonly bus: Lazy<Bus | undefined>;
    readonly deviceLink: DeviceLink;
}
