// The rules as they are in one revision of the interface.
import { type RuleId, RULES } from './catalogue.js';
import { REVISIONS, type Revision } from './revisions.js';
import type { Rule } from './rule.js';

export interface RuleSet {
  /** Of the revision. */
  readonly id: string;
  /** In the order of the catalogue, with what each said then. */
  readonly rules: readonly Rule[];
  /** Undefined where the rule is not in force. */
  rule(id: RuleId): Rule | undefined;
  /** Whether what came with the revision belongs to it; what names none came with the first. */
  has(since: string | undefined): boolean;
  /** Variants under which the simulator does as services did then. */
  readonly variants: readonly string[];
}

/** @param revision default: the newest. Undefined where there is none of that id. */
export function rulesAsOf(
  revision: string | undefined,
  revisions: readonly Revision[] = REVISIONS,
): RuleSet | undefined {
  const at = revision === undefined ? revisions.length - 1 : revisions.findIndex(({ id }) => id === revision);
  if (at < 0) return undefined;
  const later = revisions.slice(at + 1);
  const rules = RULES.filter(({ id }) => isInForce(id, at, revisions)).map((rule): Rule => {
    const then = later.find(({ changes }) => changes?.[rule.id])?.changes?.[rule.id];
    return { ...rule, ...then };
  });
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    id: revisions[at]?.id ?? '',
    rules,
    rule: (id) => byId.get(id),
    has: (since) => since === undefined || !later.some(({ id }) => id === since),
    variants: later.flatMap(({ before = [] }) => before),
  };
}

/** The revision that has brought the rule. */
export function sinceOf(rule: string): string {
  return (REVISIONS.find(({ adds = [] }) => adds.some((id) => id === rule)) ?? REVISIONS[0])?.id ?? '';
}

function isInForce(rule: RuleId, at: number, revisions: readonly Revision[]): boolean {
  const added = revisions.findIndex(({ adds }) => adds?.includes(rule));
  const withdrawn = revisions.findIndex(({ withdraws }) => withdraws?.includes(rule));
  return added <= at && (withdrawn < 0 || at < withdrawn);
}
