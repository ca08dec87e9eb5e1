// One trial for each defect: a simulator that has it, and the check that caught it when proof/kill-matrix.md was written;
// where that says nothing any more, the scenarios that cite the rule which it breaks, and then all of them.
import { RULES } from '../../src/contract/rules/catalogue.js';
import type { CheckResult } from '../../src/harness/verdict/verdict.js';
import type { Defect } from '../../src/simulator/defects/defect.js';
import { KILLERS } from './known-killers.js';
import { runInVirtualTime } from './run-in-virtual-time.js';

export interface Trial {
  readonly checks: readonly CheckResult[];
  /** Checks that found a breach of the very rule, by their ids. */
  readonly killers: readonly string[];
  /** What became of each check, a line for each. */
  readonly table: string;
}

const trials = new Map<string, Promise<Trial>>();

/** Each defect is tried once, however many tests ask. */
export function trialOf(defect: Defect): Promise<Trial> {
  const known = trials.get(defect.id) ?? tryOut(defect);
  trials.set(defect.id, known);
  return known;
}

async function tryOut(defect: Defect): Promise<Trial> {
  const [known] = KILLERS.get(defect.id) ?? [];
  if (known !== undefined) {
    const again = await trialOn(defect, undefined, [known]);
    if (again.killers.length > 0) return again;
  }
  const trial = await trialOn(defect, [defect.rule]);
  // Requests that never succeed show only beside those that do, which other checks send.
  return trial.killers.length > 0 ? trial : trialOn(defect, undefined);
}

export async function trialOn(
  { id, rule }: Defect,
  rules: readonly string[] | undefined,
  only?: readonly string[],
): Promise<Trial> {
  const checks = await runInVirtualTime({
    defect: id,
    ...(rules ? { rules } : {}),
    ...(only ? { only } : {}),
  });
  const breach = RULES.find((each) => each.id === rule)?.basis === 'stated' ? 'fail' : 'warn';
  const killers = checks
    .filter(({ findings }) => findings.some((each) => each.rule === rule && each.verdict === breach))
    .map((check) => check.id);
  return { checks, killers, table: checks.map(lineOf).join('\n') };
}

function lineOf({ id, verdict, reason = '', findings }: CheckResult): string {
  const found = findings
    .filter((each) => each.verdict !== 'pass')
    .map(({ rule, verdict: word }) => `${word} ${rule}`);
  return [id, verdict, [...new Set(found)].join(', '), reason].join(' | ');
}
