import type { Dispatcher } from 'undici';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../../target/target.js';
import type { ActDriver } from '../../profile/stimuli/act.js';
import { type ActName } from '../../profile/stimuli/catalogue.js';
import type { createPrompts } from './prompt.js';
export interface DriverParts {
    readonly profile: Profile;
    readonly target: Target;
    readonly dispatcher: Dispatcher;
    /** Absent when there is nobody to ask. */
    readonly prompts: ReturnType<typeof createPrompts> | undefined;
    readonly key: () => string;
}
export interface ChosenDriver {
    readonly driver: ActDriver;
    /** In ms. */
    readonly timeout: number;
}
export declare function chooseDriver(name: ActName, parts: DriverParts): ChosenDriver | undefined;
