import type { Leases } from '../target/leases.js';
import type { DeviceFacts, DeviceName, ProgramPool } from './facts.js';
export interface Keeping {
    readonly device: DeviceFacts;
    doubt: {
        readonly since: number;
        why: string;
        askAt: number;
    } | undefined;
    /** Why it is never used again. */
    aside: string | undefined;
}
export type KeptAs = (name: DeviceName) => readonly Keeping[];
export interface KeptDevices {
    readonly all: readonly Keeping[];
    /** Those that can stand for the name. */
    readonly as: KeptAs;
}
export declare function keepDevices(alike: ProgramPool['alike']): KeptDevices;
export interface Chosen {
    readonly name: DeviceName;
    readonly kept: Keeping;
}
export declare function isInDoubt(kept: Keeping): kept is Keeping & {
    doubt: NonNullable<Keeping['doubt']>;
};
/** Those that have rested longest. Names have all candidates in common or none, so any choice is as good. */
export declare function choose(names: readonly DeviceName[], keptAs: KeptAs, { isFree, restedAt }: Pick<Leases, 'isFree' | 'restedAt'>): readonly Chosen[] | undefined;
export declare function suffice(names: readonly DeviceName[], programs: number, keptAs: KeptAs): boolean;
export declare function shortage(names: readonly DeviceName[], keptAs: KeptAs): string;
