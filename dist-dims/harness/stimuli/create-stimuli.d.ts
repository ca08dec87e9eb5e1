import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import { type Secrets } from '../../output/secrets.js';
import type { Profile } from '../profile/profile.js';
import type { RestoreBook } from '../restore/book.js';
import type { Restriction } from '../profile/restriction.js';
import { type Act, type ActDriver } from '../profile/stimuli/act.js';
import { type Operator } from './drivers/prompt.js';
import type { Stimuli } from './stimuli.js';
export interface StimuliOptions {
    readonly profile: Profile;
    readonly clock: Clock;
    /** Makes keys that no other run uses. */
    readonly random: Random;
    /** The gate: why an act must not be done, in words; undefined when it may. */
    readonly forbidsAct: (act: Act) => string | undefined;
    /** Absent when nobody can be asked. */
    readonly operator?: Operator;
    /** What the run leaves out on purpose. */
    readonly restriction?: Restriction;
    /** What to do for a stimulus where there is no profile file that a line could be added to. */
    readonly instead?: string;
    /** Does everything, instead of the drivers that the profile declares: for a target in the same process. */
    readonly drive?: ActDriver;
    /** Those of the whole run; default: its own. */
    readonly secrets?: Secrets;
    /** Where it is kept what has to be undone; nothing is done that it does not know. */
    readonly book?: StimuliBook;
}
type StimuliBook = Pick<RestoreBook, 'stimulus' | 'stored'>;
export declare function createStimuli(options: StimuliOptions): Stimuli;
export {};
