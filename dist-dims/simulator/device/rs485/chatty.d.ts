import type { Peripheral, PeripheralSource } from './peripheral.js';
import type { ChattySpec } from './rs485-spec.js';
export declare function createChatty({ baudRate, data, interval }: ChattySpec, { seed, label }: PeripheralSource): Peripheral;
