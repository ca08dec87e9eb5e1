// What to run: the cases of the chosen scenarios, each with the ways to bind it to the profile.
import { bind, missingOutside } from './bind.js';
import { select, type Selected, type Selection, type SelectionProblem } from './select.js';
import { CAPABILITIES, type Capability } from '../scenario/needs.js';
import type { Scenario, ScenarioCase } from '../scenario/scenario.js';
import type { Profile } from '../profile/profile.js';
import { type Restriction, restrictionWords } from '../profile/restriction.js';
import type { Step } from '../scenario/verbs/verb.js';
import { createOffers, type Offers } from '../stimuli/offers.js';

export type { Selection, SelectionProblem } from './select.js';

interface Described extends Omit<Scenario, 'cases'> {
  readonly about?: string;
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
  cases: readonly Selected[],
  profile: Profile,
  { without = [], restriction }: Pick<Selection, 'without' | 'restriction'>,
  offers: Offers,
): Plan {
  const checks: PlannedCheck[] = [];
  const skipped: SkippedCheck[] = [];
  const uses = new Map<string, number>();
  // Those that have their clients to themselves come last: they take the ones that the others use least.
  for (const selected of cases.toSorted((a, b) => apart(a) - apart(b))) {
    const described = describe(selected);
    const { needs } = selected.case;
    const barred = needs.capabilities.find((each) => without.includes(each));
    const why =
      (barred && `it needs ${CAPABILITIES[barred]}, which this run leaves out`) ??
      leftOut(selected.case, restriction) ??
      lackingAt(profile, needs.capabilities) ??
      missingOutside(needs, profile, offers);
    const bound =
      why === undefined
        ? bind(needs, profile, offers, needs.apart ? uses : undefined)
        : { ok: false as const, reason: why };
    if (bound.ok) {
      checks.push({ ...described, case: selected.case, ...bound.binding });
      for (const client of Object.values(bound.binding.clients))
        uses.set(client, (uses.get(client) ?? 0) + 1);
    } else skipped.push({ ...described, reason: bound.reason });
  }
  return { checks, skipped };
}

function apart({ case: { needs } }: Selected): number {
  return Number(needs.apart);
}

/** Why the run leaves the case out on purpose. */
function leftOut({ steps, cleanup }: ScenarioCase, restriction: Restriction | undefined): string | undefined {
  if (restriction === undefined) return undefined;
  return [...steps, ...cleanup].some((step) => does(step, restriction))
    ? restrictionWords(restriction)
    : undefined;
}

/** What creates a command with device:control switches relays or puts bytes on RS485. */
function does({ verb, children }: Step, restriction: Restriction): boolean {
  const writes = verb.creates === true || verb.scope === 'device:manage';
  const own = restriction === 'read-only' ? writes : verb.creates === true && verb.scope === 'device:control';
  return own || children.some((child) => does(child, restriction));
}

/** What the target does not have cannot be wrong either. */
function lackingAt({ without = [] }: Profile, capabilities: readonly Capability[]): string | undefined {
  const lacking = without.find((each) => capabilities.includes(each));
  return (
    lacking &&
    `it needs ${CAPABILITIES[lacking]}, which the target is without, as its dialect or profile says`
  );
}

function describe({ scenario, case: { id, title, about, rules } }: Selected): Described {
  const reason = about === undefined ? {} : { about };
  return { id, area: scenario.area, title, ...reason, rules, place: scenario.place };
}
