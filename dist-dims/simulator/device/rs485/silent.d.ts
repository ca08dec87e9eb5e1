import type { Peripheral } from './peripheral.js';
import type { SilentSpec } from './rs485-spec.js';
export declare function createSilent({ baudRate }: SilentSpec): Peripheral;
