import type { Leases } from '../target/leases.js';
import { type Estimated } from './estimate.js';
/** Devices by the names under which a job knows them. */
export type Lease = Readonly<Record<string, string>>;
export interface Using {
    /** Devices that would do, by those names. */
    readonly devices: Readonly<Record<string, readonly string[]>>;
    readonly waits: Estimated;
}
export interface OfferOptions {
    /** Devices that are wanted for a refresh as soon as they have rested: nothing may keep them from it. */
    readonly wanted: ReadonlySet<string>;
    /** Devices that are kept for another job. */
    readonly except: ReadonlySet<string>;
}
export interface DeviceChoice {
    /** A free device for each name, where now is a good time for it; undefined when there are not enough. */
    offer(using: Using, options: OfferOptions): Lease | undefined;
    /** Whether there is a free device for each name, in good time or not. */
    couldOffer(using: Using): boolean;
    /** Devices of the jobs that are free. */
    free(): readonly string[];
    /** When the next of the free devices will have rested enough for one of these; undefined when none has to. */
    nextRested(waiting: readonly Using[]): number | undefined;
    /** For how long a job keeps devices from others, their rest after it included; in ms. */
    demand(using: Using): number;
}
export declare function createDeviceChoice(users: readonly Using[], now: () => number, { isFree, restedAt: rested, turnOf }: Pick<Leases, 'isFree' | 'restedAt' | 'turnOf'>): DeviceChoice;
