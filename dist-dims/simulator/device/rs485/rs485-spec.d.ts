import type { SignalSpec } from '../signals/signal.js';
/** What a byte of eight data bits costs on the line, besides its start bit. */
export interface SerialFormat {
    readonly parity: 'none' | 'even' | 'odd';
    readonly stopBits: 1 | 2;
}
interface Common {
    /** The rate the peripheral speaks at; the port's own rate at the start when absent. */
    readonly baudRate?: number;
}
/** Sends back what it hears, if that begins with `prefix` (hex). */
export interface EchoSpec extends Common {
    readonly kind: 'echo';
    readonly delay: number;
    readonly prefix: string;
}
/** A register holds a number, or follows a signal. */
export type Register = number | SignalSpec;
export interface ModbusSpec extends Common {
    readonly kind: 'modbus-rtu';
    readonly address: number;
    readonly delay: number;
    readonly holding: ReadonlyMap<number, number>;
    readonly input: ReadonlyMap<number, Register>;
}
/** Hex patterns: `..` is any byte, a last `*` any bytes; in the response they stand for what they matched. */
export interface ScriptRule {
    readonly request: string;
    readonly response: string;
    readonly delay: number;
}
export interface ScriptedSpec extends Common {
    readonly kind: 'scripted';
    readonly rules: readonly ScriptRule[];
}
export interface SilentSpec extends Common {
    readonly kind: 'silent';
}
/** Speaks without being asked, every `interval`. */
export interface ChattySpec extends Common {
    readonly kind: 'chatty';
    readonly data: string;
    readonly interval: number;
}
export type PeripheralSpec = EchoSpec | ModbusSpec | ScriptedSpec | SilentSpec | ChattySpec;
export type PeripheralKind = PeripheralSpec['kind'];
export interface Rs485Spec extends SerialFormat {
    readonly baudRate: number;
    readonly peripherals: readonly PeripheralSpec[];
}
export {};
