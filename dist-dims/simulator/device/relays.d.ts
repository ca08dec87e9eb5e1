import type { Clock } from '../../kernel/clock.js';
import type { RelayChange } from '../../contract/schemas/command.js';
import type { DeviceInfluences } from './influences.js';
import { type Relay } from './relay.js';
import type { RelaySpec } from './device-spec.js';
import type { Witness } from './witness.js';
export interface Relays {
    readonly all: readonly Relay[];
    /** States as reported, in the order of the indices. */
    reported(): boolean[];
    apply(changes: readonly RelayChange[]): void;
    setJogDuration(index: number, duration: number): void;
    powerDown(): void;
    boot(): void;
    reconsider(): void;
}
export interface RelaysOptions {
    readonly specs: readonly RelaySpec[];
    readonly clock: Clock;
    readonly influences: DeviceInfluences;
    readonly witness: Witness;
    /** The contact of a wired relay has moved its input. */
    readonly driveInput: (index: number, level: boolean) => void;
    readonly onJogEnd: () => void;
}
export declare function createRelays(options: RelaysOptions): Relays;
