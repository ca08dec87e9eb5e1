import type { Peripheral } from './peripheral.js';
import type { EchoSpec } from './rs485-spec.js';
export declare function createEcho({ baudRate, delay, prefix }: EchoSpec): Peripheral;
