import type { Profile } from '../../profile/profile.js';
import type { Target } from '../../target/target.js';
import { type ActDriver } from '../../profile/stimuli/act.js';
import type { WiringHow } from '../../profile/stimuli/declaration.js';
export interface WiringOptions {
    readonly profile: Pick<Profile, 'clients' | 'longestWait'>;
    /** A target through which only relays that may be switched can be reached. */
    readonly target: Target;
    /** A key that no other command has. */
    readonly key: () => string;
}
export declare function wiringDriver({ wires }: WiringHow, { profile, target, key }: WiringOptions): ActDriver;
