import type { Needs } from '../scenario/needs.js';
import type { Profile } from '../profile/profile.js';
import type { Offers } from '../stimuli/offers.js';
export interface Binding {
    readonly clients: Readonly<Record<string, string>>;
    /** All devices that would do, by the scenario's name. */
    readonly devices: Readonly<Record<string, readonly string[]>>;
}
export type Bound = {
    readonly ok: true;
    readonly binding: Binding;
}
/** What to add to the profile. */
 | {
    readonly ok: false;
    readonly reason: string;
};
/** @param uses how many checks use each client, for a check that has its clients to itself. */
export declare function bind(needs: Needs, profile: Profile, outside: Offers, uses?: ReadonlyMap<string, number>): Bound;
