import type { Clock } from '../../../kernel/clock.js';
import type { DeviceInfluences } from '../influences.js';
import type { Rs485Spec } from './rs485-spec.js';
export interface Bus {
    baudRate: number;
    /** How long a request of so many bytes occupies the line, in ms. */
    timeFor(bytes: number): number;
    /** Sends and waits; `finish` gets the response, or nothing when the wait is over. */
    transceive(request: Uint8Array, timeout: number, finish: (response: Uint8Array | undefined) => void): void;
    /** A peripheral speaks unasked, from now on. */
    inject(bytes: Uint8Array): void;
    /** Whether somebody could hear peripherals that speak by themselves. */
    watch(on: boolean): void;
    /** The device has stopped: it no longer waits for anything. */
    reset(): void;
}
export interface BusOptions {
    readonly spec: Rs485Spec;
    readonly clock: Clock;
    readonly seed: number;
    readonly label: string;
    readonly origin: number;
    readonly influences: DeviceInfluences;
    /** Bytes that no transceive waits for. */
    readonly onUnsolicited: (bytes: Uint8Array) => void;
}
export declare function createBus(options: BusOptions): Bus;
