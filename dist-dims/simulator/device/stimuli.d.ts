import type { DeviceStimuli } from './device.js';
import type { DeviceParts } from './device-parts.js';
export declare function createStimuli({ inputs, analogInputs, sensors, bus, deviceLink }: DeviceParts, now: () => number): DeviceStimuli;
