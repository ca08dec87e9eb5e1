import type { Call } from '../call.js';
import { type Tried } from '../patiently.js';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../target.js';
import type { TargetProblem } from './problem.js';
import type { SignsOfLife } from './signs-of-life.js';
export interface CheckContext {
    readonly target: Target;
    readonly profile: Profile;
    readonly problems: TargetProblem[];
    /** Clock time in ms after which nothing is tried again. */
    readonly until: number;
    readonly life: SignsOfLife;
}
export declare function ask(context: CheckContext, client: string, call: Call): Promise<Tried>;
