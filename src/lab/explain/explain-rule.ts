// What there is to say of a rule: what checks it, and a right and a wrong exchange, each from a simulator of this process.
import { FREE } from '../../contract/rules/free.js';
import { type RuleId, UNOBSERVABLE } from '../../contract/rules/catalogue.js';
import type { Rule } from '../../contract/rules/rule.js';
import { accepted, type Result } from '../../document/diagnostic.js';
import { INVARIANTS } from '../../harness/judge/judge.js';
import { PROPERTIES } from '../../harness/property/results.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { witnessOf } from '../../harness/witness/witness.js';
import { type InProcessOptions, runInProcess } from '../in-process/open-in-process.js';
import { allDefects } from '../../simulator/defects/registry.js';

/** A check with what it has to say of the rule. */
export interface ShownCheck {
  readonly check: CheckResult;
  readonly finding: Finding;
}

export interface ExplainedRule {
  readonly rule: Rule;
  readonly scenarios: readonly Pick<Scenario, 'id' | 'title'>[];
  readonly invariants: readonly string[];
  readonly properties: readonly string[];
  readonly free: string;
  /** Why nobody can check it from outside of a server. */
  readonly unobservable?: string;
  /** What servers that break it do, as far as there is a defect for it. */
  readonly causes: readonly { readonly id: string; readonly summary: string }[];
  readonly wrong?: ShownCheck & { readonly defect: string };
  readonly right?: ShownCheck;
}

type Service = Pick<InProcessOptions, 'fleet' | 'dialect'>;

/** A defect may show only to random programs: so many are tried. */
const MOST_TRIES = 3;

export async function explainRule(
  rule: Rule,
  scenarios: readonly Scenario[],
  service: Service,
): Promise<Result<ExplainedRule>> {
  const citing = scenarios.filter(({ rules }) => rules.some((id) => id === rule.id));
  const causes = allDefects().filter((defect) => defect.rule === rule.id);
  const unobservable = UNOBSERVABLE[rule.id as RuleId];
  const about = {
    rule,
    scenarios: citing,
    invariants: INVARIANTS.flatMap(({ name, rules }) => (rules.some((id) => id === rule.id) ? [name] : [])),
    properties: PROPERTIES.flatMap(({ id, rules }) => (rules.some((each) => each === rule.id) ? [id] : [])),
    free: FREE[rule.id.split('.')[0] ?? ''] ?? '',
    causes: causes.map(({ id, summary }) => ({ id, summary })),
    ...(unobservable !== undefined && { unobservable }),
  };
  for (const { id: defect } of citing.length === 0 ? [] : causes.slice(0, MOST_TRIES)) {
    const found = await checksOf({ ...service, defects: [defect] }, citing);
    if (!found.ok) return found;
    const wrong = clearest(found.value, rule.id);
    if (!wrong) continue;
    const passed = await checksOf(service, citing, wrong.check.id);
    if (!passed.ok) return passed;
    const right = counterpart(passed.value, wrong.finding);
    return accepted({ ...about, wrong: { ...wrong, defect }, ...(right && { right }) });
  }
  return accepted(about);
}

async function checksOf(
  service: InProcessOptions,
  scenarios: readonly Scenario[],
  only?: string,
): Promise<Result<readonly CheckResult[]>> {
  const ran = await runInProcess(service, scenarios, only === undefined ? {} : { only: [only] });
  return ran.ok ? accepted(ran.value.result.checks) : ran;
}

/** The breach with the smallest witness, in the check that speaks of the fewest rules. */
function clearest(checks: readonly CheckResult[], rule: string): ShownCheck | undefined {
  const size = ({ check, finding }: ShownCheck): number =>
    (finding.witness?.records.length ?? 0) + check.rules.length;
  return checks
    .flatMap((check) =>
      check.findings.flatMap((finding) =>
        finding.rule === rule && finding.witness && !check.ofRun ? [{ check, finding }] : [],
      ),
    )
    .toSorted((a, b) => size(a) - size(b))[0];
}

/** What held at the same place. */
function counterpart(checks: readonly CheckResult[], { rule, where }: Finding): ShownCheck | undefined {
  const held = checks.flatMap((check) =>
    check.findings.flatMap((finding) => (finding.rule === rule ? [{ check, finding }] : [])),
  );
  const same = held.find(({ finding }) => finding.where === where) ?? held.at(-1);
  const witness = same && witnessOf(same.finding, same.check);
  return same && witness && { check: same.check, finding: { ...same.finding, witness } };
}
