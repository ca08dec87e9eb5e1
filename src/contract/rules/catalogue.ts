// The catalogue: every rule of the interface that anything in the project refers to, in one list, and what rests on what.
import { CLIENT_RULES } from './client.js';
import { ABILITIES, type Ability, type Rule } from './rule.js';
import { SERVICE_RULES } from './service.js';

/** Every rule, in the order in which reports and docs list them: what a server must do, then what a client must. */
export const RULES = [...SERVICE_RULES, ...CLIENT_RULES] as const satisfies readonly Rule[];

export type RuleId = (typeof RULES)[number]['id'];
export type { Ability } from './rule.js';
export type Need = RuleId | Ability;

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** A need that is neither a rule nor an ability does not compile here. */
const DIRECT: ReadonlyMap<string, readonly Need[]> = new Map([
  ...RULES.map(({ id, needs }): [string, readonly Need[]] => [id, needs]),
  ...Object.entries(ABILITIES),
]);

/** Whether the rule cannot be seen to hold without it, directly or by what it needs. */
export function restsOn(rule: Need, on: Need): boolean {
  return (DIRECT.get(rule) ?? []).some((need) => need === on || restsOn(need, on));
}

export function isRuleId(id: string): id is RuleId {
  return BY_ID.has(id);
}

/** Known ids always have a rule; the overload spares their callers the check. */
export function ruleById(id: RuleId): Rule;
export function ruleById(id: string): Rule | undefined;
export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** Each rule by its id, with the sentence that says what must hold: for schemas of files, which editors complete from. */
export const ruleWords: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.map(({ id, sentence }) => [id, sentence]),
);

/**
 * Rules that nobody can check from outside of a server without knowing more than the interface tells, and why. What is
 * seen of them by the way is judged all the same.
 */
export const UNOBSERVABLE: Readonly<Partial<Record<RuleId, string>>> = {
  'limits.control-stricter':
    'No quota is given in numbers: that of controls can be compared with that of queries only where the ' +
    'latter is small.',
};
