import type { Peripherals } from '../../contract/schemas/device.js';
import type { DeviceEvent } from './device-event.js';
export interface Reporter {
    /** One event with all channels that differ from the last report; none when nothing does. */
    report(): void;
    /** Takes the present state as reported, without a word. */
    resume(): void;
}
export interface ReporterOptions {
    readonly relays: () => readonly boolean[];
    readonly inputs: () => readonly boolean[];
    readonly peripherals: () => Peripherals;
    readonly online: () => boolean;
    readonly emit: (event: DeviceEvent) => void;
}
export declare function createReporter({ relays, inputs, peripherals, online, emit }: ReporterOptions): Reporter;
