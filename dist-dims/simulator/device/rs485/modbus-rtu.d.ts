import type { Peripheral, PeripheralSource } from './peripheral.js';
import type { ModbusSpec } from './rs485-spec.js';
export declare function createModbusRtu(spec: ModbusSpec, source: PeripheralSource): Peripheral;
