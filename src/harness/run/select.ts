// Which cases of which scenarios a selection means, and what in it cannot be meant.
import type { RuleSet } from '../../contract/rules/as-of.js';
import { RULES } from '../../contract/rules/catalogue.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { isGlob, matches } from '../../pattern/glob.js';
import { CAPABILITY_NAMES, isCapability } from '../scenario/needs.js';
import type { Scenario, ScenarioCase } from '../scenario/scenario.js';
import type { Restriction } from '../profile/restriction.js';

export interface Selected {
  readonly scenario: Scenario;
  readonly case: ScenarioCase;
}

/** @param alsoKnown names of other kinds that can be given beside scenarios: a mistyped one is told. */
export function select(
  scenarios: readonly Scenario[],
  { only = [], rules = [], without = [], ruleSet }: Selection,
  alsoKnown: readonly string[] = [],
) {
  const all = scenarios.flatMap((scenario) =>
    scenario.cases.map((each): Selected => ({ scenario, case: each })),
  );
  const ids = all.map(({ case: { id } }) => id);
  const ruleIds = RULES.map(({ id }) => id);
  const problems = [
    ...only.flatMap((pattern) =>
      unmatched(
        'only',
        'scenario',
        pattern,
        [...scenarios.map(({ id }) => id), ...ids, ...alsoKnown],
        scenarios.map(({ place }) => place.file),
      ),
    ),
    ...rules.flatMap((pattern) => unmatched('rules', 'rule', pattern, ruleIds)),
    ...without
      .filter((name) => !isCapability(name))
      .map((name) => unknown('without', 'capability', name, CAPABILITY_NAMES)),
  ];
  const cases = all.filter(
    (each) =>
      (only.length === 0 || only.some((pattern) => means(pattern, each))) &&
      (rules.length === 0 || each.case.rules.some((rule) => rules.some((pattern) => matches(pattern, rule)))),
  );
  if (problems.length === 0 && cases.length === 0) problems.push(nothing(rules));
  if (!ruleSet) return { cases, problems };
  const inForce = cases.filter(
    ({ scenario, case: { rules: cited } }) =>
      ruleSet.has(scenario.since) && cited.some((id) => ruleSet.rule(id)),
  );
  if (inForce.length === 0 && problems.length === 0) {
    const message = `nothing of what is chosen belongs to revision ${ruleSet.id}`;
    problems.push({ option: 'ruleSet', message });
  }
  return { cases: inForce, problems };
}

function means(pattern: string, { scenario, case: { id } }: Selected): boolean {
  return matches(pattern, scenario.id) || matches(pattern, id) || pattern === scenario.place.file;
}

function unmatched(
  option: keyof Selection,
  what: string,
  pattern: string,
  ids: readonly string[],
  files: readonly string[] = [],
): readonly SelectionProblem[] {
  if (ids.some((id) => matches(pattern, id)) || files.includes(pattern)) return [];
  const listed = `conform list ${what}s shows all of them.`;
  const hint = didYouMean(pattern, ids, listed) ?? listed;
  const message = isGlob(pattern) ? `no ${what} matches "${pattern}"` : `unknown ${what} "${pattern}"`;
  return [{ option, message, hint }];
}

function unknown(
  option: keyof Selection,
  what: string,
  name: string,
  known: readonly string[],
): SelectionProblem {
  const hint = didYouMean(name, known);
  return { option, message: `unknown ${what} "${name}"`, ...(hint !== undefined && { hint }) };
}

function nothing(rules: readonly string[]): SelectionProblem {
  if (rules.length > 0)
    return { option: 'rules', message: `no chosen scenario checks ${rules.join(' or ')}` };
  return { option: 'only', message: 'there is no scenario to run' };
}

// What the command line asks for, and what can be wrong with that.

export interface Selection {
  /** Ids of scenarios or cases, globs over them (`refresh/*`), or paths of their files; none given: all. */
  readonly only?: readonly string[];
  /** Ids of rules, or globs over them; a scenario is chosen when it cites one of them. */
  readonly rules?: readonly string[];
  /** Capabilities that must not be used: `websocket` leaves out all that needs that channel. */
  readonly without?: readonly string[];
  /** Scenarios that came later than its revision, or check no rule of it, are not there. */
  readonly ruleSet?: RuleSet;
  /** What is left out on purpose: scenarios that would do it are skipped. */
  readonly restriction?: Restriction | undefined;
}

/** A name on the command line that cannot be what was meant. */
export interface SelectionProblem {
  readonly option: keyof Selection;
  readonly message: string;
  readonly hint?: string;
}
