import type { PeripheralSource } from './peripheral.js';
import type { ModbusSpec } from './rs485-spec.js';
export interface ModbusRegisters {
    holding(address: number): number | undefined;
    input(address: number, now: number): number | undefined;
    /** False when there is no such register. */
    write(address: number, value: number): boolean;
}
export declare function createModbusRegisters(spec: ModbusSpec, source: PeripheralSource): ModbusRegisters;
