// From the results of the trials to the matrix.
import { type RuleId, RULES, UNOBSERVABLE } from '../../contract/rules/catalogue.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Defect } from '../../simulator/defects/defect.js';
import {
  type CheckDigest,
  type DefectRow,
  FOR_PROGRAMS,
  type KillMatrix,
  type RightRow,
  type RuleRow,
  type Tried,
} from './trial.js';

export interface MatrixParts {
  readonly seed: number;
  readonly untried: number;
  readonly tried: readonly Tried[];
  readonly defects: readonly Defect[];
  readonly scenarios: readonly Scenario[];
}

export function buildMatrix({ seed, untried, tried, defects, scenarios }: MatrixParts): KillMatrix {
  const byId = new Map(defects.map((defect) => [defect.id, defect]));
  return {
    seed,
    untried,
    defects: tried.flatMap((each) => {
      const defect = each.trial.kind === 'defect' ? byId.get(each.trial.id) : undefined;
      return defect ? [defectRow(defect, each)] : [];
    }),
    right: tried.flatMap(rightRow),
    rules: ruleRows(scenarios, defects),
  };
}

function defectRow({ id, rule, summary }: Defect, { checks, bugs }: Tried): DefectRow {
  const breach = RULES.find((each) => each.id === rule)?.basis === 'stated' ? 'fail' : 'warn';
  const kills = (check: CheckDigest): boolean =>
    check.breaches.some((each) => each.rule === rule && each.verdict === breach);
  const broken = checks.flatMap(({ breaches }) => breaches.map((each) => each.rule));
  return {
    id,
    rule,
    summary,
    killers: checks.filter(kills).map((check) => check.id),
    alsoBroken: unique(broken.filter((each) => each !== rule)),
    alsoRed: checks.filter((check) => isRed(check) && !kills(check)).map((check) => check.id),
    ...(id in FOR_PROGRAMS && { forPrograms: true as const }),
    bugs,
  };
}

function rightRow({ trial: { id, kind }, checks, bugs }: Tried): RightRow[] {
  if (kind === 'defect') return [];
  const idsOf = (verdict: CheckDigest['verdict']): string[] =>
    checks.filter((check) => check.verdict === verdict).map((check) => check.id);
  const red = checks.filter(isRed).map((check) => ({
    check: check.id,
    rules: unique(check.breaches.map(({ rule }) => rule)),
  }));
  return [
    {
      id,
      kind,
      passed: idsOf('pass').length,
      red,
      inconclusive: idsOf('inconclusive'),
      skipped: idsOf('skipped'),
      bugs,
    },
  ];
}

/** A breach of a derived rule is a false alarm, too, where there is none. */
function isRed({ verdict }: CheckDigest): boolean {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'error';
}

function ruleRows(scenarios: readonly Scenario[], defects: readonly Defect[]): RuleRow[] {
  const cases = scenarios.flatMap((scenario) => scenario.cases);
  return RULES.filter(({ id, side }) => side === 'service' && UNOBSERVABLE[id] === undefined).map(
    ({ id }) => ({
      rule: id,
      checks: cases.filter(({ rules }) => rules.includes(id)).length,
      defects: defects.filter(({ rule }) => rule === id).length,
    }),
  );
}

function unique(rules: readonly RuleId[]): RuleId[] {
  return [...new Set(rules)].toSorted();
}
