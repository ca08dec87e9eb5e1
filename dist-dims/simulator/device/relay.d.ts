import type { Clock } from '../../kernel/clock.js';
import type { RelayAction } from '../../contract/schemas/command.js';
import type { RelaySpec } from './device-spec.js';
export interface Relay {
    readonly index: number;
    jogDuration: number;
    /** What the device reports. */
    coil(): boolean;
    /** What it was told for good: no pulse, and not the lack of power. */
    lasting(): boolean;
    /** The truth: whether the contact is closed, and how often it has moved. */
    closed(): boolean;
    switchedTimes(): number;
    act(action: RelayAction): void;
    /** The supply of the coil is gone. */
    powerDown(): void;
    /** The device has booted. */
    boot(): void;
    /** Looks again where the contact belongs: what held or freed it may have changed. */
    reconsider(): void;
}
export interface RelayOptions {
    readonly index: number;
    readonly spec: RelaySpec;
    readonly clock: Clock;
    readonly contact: (commanded: boolean, closed: boolean) => boolean;
    readonly onContact: (closed: boolean) => void;
    /** The coil has let go by itself. */
    readonly onJogEnd: () => void;
}
export declare function createRelay({ index, spec, clock, contact, onContact, onJogEnd }: RelayOptions): Relay;
