import type { DeviceConfig, Peripherals } from '../../contract/schemas/device.js';
import type { DeviceChannels, PhysicalTruth } from './device.js';
import type { DeviceParts } from './device-parts.js';
import type { DeviceSpec } from './device-spec.js';
export declare function channelsOf(spec: DeviceSpec): DeviceChannels;
export declare function peripheralsOf({ relays, inputs, analogInputs, sensors }: DeviceParts): Peripherals;
export declare function configOf({ relays, bus }: DeviceParts): DeviceConfig;
export declare function physicalOf({ relays, inputs, deviceLink }: DeviceParts, executions: number): PhysicalTruth;
