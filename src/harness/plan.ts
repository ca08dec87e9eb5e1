// What to run: the cases of the chosen scenarios, each with the ways to bind it to the profile.
import type { RuleId } from '../contract/rules/catalogue.js';
import type { Scenario, ScenarioCase } from './scenario/scenario.js';
import type { Profile } from './target/profile.js';
import type { SourcePlace } from './verdict.js';

export interface Selection {
  /** Ids of scenarios or cases, or globs over them (`refresh/*`); none given: all. */
  readonly only?: readonly string[];
  /** Ids of rules, or globs over them; a scenario is chosen when it cites one of them. */
  readonly rules?: readonly string[];
  /** Capabilities that must not be used: `actuate` leaves out all that switches relays. */
  readonly without?: readonly string[];
}

export interface PlannedCheck {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly rules: readonly RuleId[];
  readonly place: SourcePlace;
  readonly case: ScenarioCase;
  /** API clients of the profile by the scenario's names. */
  readonly clients: Readonly<Record<string, string>>;
  /** Devices of the profile, by the scenario's names, any of which would do. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
}

export interface SkippedCheck {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly rules: readonly RuleId[];
  readonly place: SourcePlace;
  /** Why, and what to add to the profile. */
  readonly reason: string;
}

export interface Plan {
  readonly checks: readonly PlannedCheck[];
  readonly skipped: readonly SkippedCheck[];
}

/** A name on the command line that cannot be what was meant. */
export interface SelectionProblem {
  /** `only`, `rules` or `without`. */
  readonly option: keyof Selection;
  readonly message: string;
  readonly hint?: string;
}

export type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly SelectionProblem[] };

export function plan(scenarios: readonly Scenario[], profile: Profile, selection: Selection = {}): Planned {
  throw new Error(`not written yet: ${scenarios.length} ${profile.name} ${String(selection.only)}`);
}
