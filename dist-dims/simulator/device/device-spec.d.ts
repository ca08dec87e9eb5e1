import type { Pattern } from './pattern.js';
import type { Rs485Spec } from './rs485/rs485-spec.js';
import type { SignalSpec } from './signals/signal.js';
/** What a relay does when its device has booted: `last` is what it was told before the power went. */
export type BootState = 'off' | 'on' | 'last';
export declare const BOOT_STATES: readonly ["off", "on", "last"];
/** The relay's contact drives a digital input of the same device. */
export interface Wire {
    readonly input: number;
    /** True when the closed contact makes the input inactive. */
    readonly inverted: boolean;
}
export interface RelaySpec {
    readonly jogDuration: number;
    readonly bootState: BootState;
    readonly wiredTo?: Wire;
}
/** A contact that chatters: after each edge `edges` more within `within`, at moments drawn by chance. */
export interface BounceSpec {
    readonly edges: number;
    readonly within: number;
}
export interface DigitalInputSpec {
    /** The level at the start. */
    readonly active: boolean;
    /** How long a level must last until the device reports it. */
    readonly debounce: number;
    readonly bounce?: BounceSpec;
    readonly pattern?: Pattern;
}
export interface AnalogInputSpec {
    readonly signal: SignalSpec;
    readonly unit?: string;
    /** Digits after the point to which the signal is rounded. */
    readonly decimals: number;
}
export interface SensorSpec extends AnalogInputSpec {
    readonly key: string;
}
export interface TimingSpec {
    readonly refresh: number;
    readonly control: number;
    readonly config: number;
    /** Each operation takes up to this much longer, drawn by chance. */
    readonly jitter: number;
    /** How long the service waits for a device that does not answer. */
    readonly answerTimeout: number;
    /** The wait of a transceive that names none. */
    readonly transceiveTimeout: number;
}
export interface PowerSpec {
    /** How long the device goes on after the power was cut. */
    readonly holdUp: number;
    /** How long it takes to boot when the power is back. */
    readonly boot: number;
}
export interface DeviceSpec {
    readonly relays: readonly RelaySpec[];
    readonly digitalInputs: readonly DigitalInputSpec[];
    readonly analogInputs: readonly AnalogInputSpec[];
    readonly sensors: readonly SensorSpec[];
    readonly rs485?: Rs485Spec;
    readonly timing: TimingSpec;
    readonly power: PowerSpec;
}
export declare const DEFAULT_TIMING: TimingSpec;
export declare const DEFAULT_POWER: PowerSpec;
export declare const DEFAULT_RELAY: RelaySpec;
export declare const DEFAULT_DIGITAL_INPUT: DigitalInputSpec;
/** Something on the device's bus speaks without being asked. */
export declare function isChatty({ rs485 }: DeviceSpec): boolean;
/** Something happens at the device though nobody touches it, and there is an event about it. */
export declare function actsByItself(device: DeviceSpec): boolean;
