import type { Needs, StimulusNeed } from '../scenario/needs.js';
import type { Profile } from '../profile/profile.js';
import type { Offers } from '../stimuli/offers.js';
/** Why the check cannot run, with what to add to the profile; undefined when nothing is missing. */
export declare function missingOutside(needs: Needs, profile: Profile, offers: Offers): string | undefined;
/** Whether all that is done to the scenario's device can be done to this device of the profile. */
export declare function canBeDoneTo(device: string, stimuli: readonly StimulusNeed[], scenarioName: string, offers: Offers): boolean;
