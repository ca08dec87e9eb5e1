import type { Profile } from '../profile/profile.js';
import type { Target } from '../target/target.js';
/** Whether it is back; true as well when the target's list does not tell. */
export declare function comeBack(target: Target, { clients, longestWait }: Pick<Profile, 'clients' | 'longestWait'>, device: {
    readonly name: string;
    readonly deviceId: string;
}, signal: AbortSignal): Promise<boolean>;
