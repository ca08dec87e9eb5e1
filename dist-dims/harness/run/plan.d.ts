import type { RuleId } from '../../contract/rules/catalogue.js';
import { type Selected } from './select.js';
import type { Selection, SelectionProblem } from './selection.js';
import type { Scenario, ScenarioCase } from '../scenario/scenario.js';
import type { Profile } from '../profile/profile.js';
import { type Offers } from '../stimuli/offers.js';
import type { SourcePlace } from '../verdict/verdict.js';
export type { Selection, SelectionProblem } from './selection.js';
interface Described {
    readonly id: string;
    readonly area: string;
    readonly title: string;
    readonly about?: string;
    readonly rules: readonly RuleId[];
    readonly place: SourcePlace;
}
export interface PlannedCheck extends Described {
    readonly case: ScenarioCase;
    /** API clients of the profile by the scenario's names. */
    readonly clients: Readonly<Record<string, string>>;
    /** Devices of the profile, by the scenario's names, any of which would do. */
    readonly devices: Readonly<Record<string, readonly string[]>>;
}
export interface SkippedCheck extends Described {
    /** Why, and what to add to the profile. */
    readonly reason: string;
}
export interface Plan {
    readonly checks: readonly PlannedCheck[];
    readonly skipped: readonly SkippedCheck[];
}
export type Planned = {
    readonly ok: true;
    readonly plan: Plan;
} | {
    readonly ok: false;
    readonly problems: readonly SelectionProblem[];
};
/** @param offers what can be done from outside of the interface; default: what the profile alone tells. */
export declare function plan(scenarios: readonly Scenario[], profile: Profile, selection?: Selection, offers?: Offers): Planned;
/** The same for cases that have been selected. */
export declare function planCases(cases: readonly Selected<Scenario>[], profile: Profile, { without, restriction }: Pick<Selection, 'without' | 'restriction'>, offers: Offers): Plan;
