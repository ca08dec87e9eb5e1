// What to run: the cases of the chosen scenarios, each with the ways to bind it to the profile.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { bind } from './bind.js';
import { missingOutside } from './outside.js';
import { select, type Selected } from './select.js';
import type { Selection, SelectionProblem } from './selection.js';
import { CAPABILITIES, type Capability } from '../scenario/capabilities.js';
import type { Scenario, ScenarioCase } from '../scenario/scenario.js';
import type { Profile } from '../profile/profile.js';
import { createOffers, type Offers } from '../stimuli/offers.js';
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

export type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly SelectionProblem[] };

/** @param offers what can be done from outside of the interface; default: what the profile alone tells. */
export function plan(
  scenarios: readonly Scenario[],
  profile: Profile,
  selection: Selection = {},
  offers: Offers = createOffers(profile, { interactive: false }),
): Planned {
  const { cases, problems } = select(scenarios, selection);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, plan: planCases(cases, profile, selection, offers) };
}

/** The same for cases that have been selected. */
export function planCases(
  cases: readonly Selected<Scenario>[],
  profile: Profile,
  { without = [] }: Pick<Selection, 'without'>,
  offers: Offers,
): Plan {
  const checks: PlannedCheck[] = [];
  const skipped: SkippedCheck[] = [];
  for (const selected of cases) {
    const described = describe(selected);
    const { needs } = selected.case;
    const barred = barredBy(needs.capabilities, without) ?? missingOutside(needs, profile, offers);
    const bound =
      barred === undefined ? bind(needs, profile, offers) : { ok: false as const, reason: barred };
    if (bound.ok) checks.push({ ...described, case: selected.case, ...bound.binding });
    else skipped.push({ ...described, reason: bound.reason });
  }
  return { checks, skipped };
}

function barredBy(capabilities: readonly Capability[], without: readonly string[]): string | undefined {
  const barred = capabilities.find((each) => without.includes(each));
  return barred && `it needs ${CAPABILITIES[barred]}, which this run leaves out`;
}

function describe({ scenario, case: { id, title, about, rules } }: Selected<Scenario>): Described {
  const reason = about === undefined ? {} : { about };
  return { id, area: scenario.area, title, ...reason, rules, place: scenario.place };
}
