import type { Scope } from '../../contract/scopes.js';
import type { DeviceProfileEntry, Profile } from '../profile/profile.js';
import type { StimulusName } from '../profile/stimuli/catalogue.js';
import type { Offers } from '../stimuli/offers.js';
/** The names that programs give to what they use: the same in every program, so that any two can be compared. */
export declare const DEVICE_NAMES: readonly ['plant', 'annex'];
export type DeviceName = (typeof DEVICE_NAMES)[number];
export declare const CLIENT_NAMES: readonly ['first', 'second'];
export declare const CONNECTION_NAMES: readonly ['left', 'right'];
export type ConnectionName = (typeof CONNECTION_NAMES)[number];
export declare const RELAY_NAMES: readonly ['lamp', 'pump', 'fan'];
export interface DeviceFacts {
    readonly name: DeviceName;
    /** Its name in the profile. */
    readonly profileName: string;
    readonly entry: DeviceProfileEntry;
    /** Relays that may be switched, by the names that programs give them; none in a run that switches nothing. */
    readonly relays: readonly string[];
    readonly rs485: DeviceProfileEntry['rs485'];
    /** Stimuli that the profile declares for it, with a channel for each that needs one. */
    readonly stimuli: readonly StimulusName[];
    /** Somebody can tell how many operations it has carried out. */
    readonly counted?: boolean;
}
export interface ClientFacts {
    readonly name: (typeof CLIENT_NAMES)[number];
    readonly profileName: string;
    readonly scopes: readonly Scope[];
}
export interface ProgramFacts {
    readonly devices: readonly DeviceFacts[];
    readonly clients: readonly ClientFacts[];
    readonly connections: readonly ConnectionName[];
    /** Somebody can tell how many operations a device has carried out. */
    readonly witness: boolean;
    /** Relays cannot be told to go off by themselves. */
    readonly noJog?: boolean;
}
/** What programs are drawn for, and all devices that they can be bound to. */
export interface ProgramPool {
    readonly facts: ProgramFacts;
    /**
     * For each name of the facts the devices that are alike in all that a program can tell of them, the one of the
     * facts among them: a program runs on any of these. Two names have the same devices or none in common.
     */
    readonly alike: ReadonlyMap<DeviceName, readonly DeviceFacts[]>;
}
/** @returns undefined where there is no device or no client to write a program for. */
export declare function factsOf(profile: Profile, offers: Offers, options: {
    readonly actuate: boolean;
}): ProgramFacts | undefined;
/** @returns undefined where there is no device or no client to write a program for. */
export declare function poolOf(profile: Profile, offers: Offers, { actuate }: {
    readonly actuate: boolean;
}): ProgramPool | undefined;
/**
 * One device, one client, one connection: what happens there happens closer together, and costs less to try.
 * Most faults show in the smallest world that has them.
 */
export declare function smallestWorld({ devices, clients, connections, ...facts }: ProgramFacts): ProgramFacts;
