import type { Profile } from '../../profile/profile.js';
import { type Restriction } from '../../profile/restriction.js';
import type { Effect } from './effect.js';
export interface Permissions {
    readonly profile: Pick<Profile, 'devices' | 'management' | 'stimuli'>;
    readonly restriction: Restriction | undefined;
    /** Of all devices that exist, as far as that is known. */
    readonly ids: ReadonlySet<string>;
    /** All relays of a device, where that is known. */
    relaysOf(deviceId: string): readonly number[] | undefined;
}
/** Why the effect must not come about, with the line of the profile that would allow it; undefined when it may. */
export declare function forbiddenBy(permissions: Permissions, effect: Effect): string | undefined;
