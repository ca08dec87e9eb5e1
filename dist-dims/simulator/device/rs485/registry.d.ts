import type { Peripheral, PeripheralSource } from './peripheral.js';
import type { PeripheralKind, PeripheralSpec } from './rs485-spec.js';
export declare const PERIPHERAL_KINDS: readonly PeripheralKind[];
export declare function createPeripheral(spec: PeripheralSpec, source: PeripheralSource): Peripheral;
