// The table of rules and dimensions: which checks try each value, and why one is left out.
import { type RuleId, RULES } from '../../../contract/rules/catalogue.js';
import type { Scenario } from '../scenario.js';
import { type DimensionValue, dimensionValues } from './dimension.js';
import { LEFT_OUT_ROWS, ROWS } from './rows.js';
import { triedBy } from './tried-by.js';

export interface TableCell {
  readonly value: DimensionValue;
  /** Ids of the checks that try it, of those that cite the rule. */
  readonly checks: readonly string[];
  /** Why none does; undefined where one does, and where nobody has said. */
  readonly leftOut?: string;
}

export interface TableRow {
  readonly rule: RuleId;
  readonly cells: readonly TableCell[];
}

/** One row for each rule of a service. */
export function dimensionTable(scenarios: readonly Scenario[]): readonly TableRow[] {
  const cases = scenarios
    .flatMap((scenario) => scenario.cases)
    .map((each) => ({ id: each.id, rules: new Set(each.rules), tried: triedBy(each) }));
  const rules = RULES.filter(({ side }) => side === 'service').map(({ id }) => id);
  return rules.map((rule) => {
    const citing = cases.filter((each) => each.rules.has(rule));
    const dimensions = ROWS.find((row) => row.rules.includes(rule))?.dimensions ?? [];
    const cells = dimensions.flatMap(dimensionValues).map((value): TableCell => {
      const checks = citing.filter(({ tried }) => tried.has(value)).map(({ id }) => id);
      const leftOut = checks.length === 0 ? whyLeftOut(rule, value) : undefined;
      return { value, checks, ...(leftOut === undefined ? {} : { leftOut }) };
    });
    return { rule, cells };
  });
}

function whyLeftOut(rule: RuleId, value: DimensionValue): string | undefined {
  return LEFT_OUT_ROWS.find(({ rules, values }) => rules.test(rule) && values.includes(value))?.why;
}
