import type { Clock } from '../../kernel/clock.js';
import type { AnalogInputSpec } from './device-spec.js';
import type { DeviceInfluences, ReadingChannel } from './influences.js';
import type { SignalSpec } from './signals/signal.js';
export interface Reading {
    readonly channel: ReadingChannel;
    readonly unit: string | undefined;
    value(): number;
    /** What it was set to; undefined while it shows a signal. */
    held(): number | undefined;
    /** Ends the signal: the channel stays at `value`, which is not rounded. */
    set(value: number): void;
    /** Shows another signal that begins now. */
    follow(signal: SignalSpec): void;
}
export interface ReadingOptions {
    readonly channel: ReadingChannel;
    readonly spec: AnalogInputSpec;
    readonly clock: Clock;
    readonly seed: number;
    readonly label: string;
    /** When the signal began. */
    readonly origin: number;
    readonly influences: DeviceInfluences;
}
export declare function createReading(options: ReadingOptions): Reading;
