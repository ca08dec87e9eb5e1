// A run of the scenarios against a simulator in the same process, on a clock that jumps from timer to timer.
import type { Outcome } from '../../src/cli/complaints.js';
import { openInProcess } from '../../src/cli/in-process/open-in-process.js';
import { loadDialect } from '../../src/cli/load-dialect.js';
import { bundledScenarios } from '../../src/cli/load-scenarios.js';
import { prepare } from '../../src/cli/run/prepare.js';
import { loadFleet } from '../../src/cli/simulator/load-fleet.js';
import { plan } from '../../src/harness/plan.js';
import { runChecks } from '../../src/harness/run.js';
import type { Scenario } from '../../src/harness/scenario/scenario.js';
import type { CheckResult } from '../../src/harness/verdict.js';

const HERE = process.cwd();

export const SCENARIOS: readonly Scenario[] = required(bundledScenarios(HERE));

export interface VirtualRun {
  readonly defect?: string;
  readonly dialect?: string;
  /** Only what checks these rules. */
  readonly rules?: readonly string[];
}

export async function runInVirtualTime({
  defect,
  dialect = 'default',
  rules,
}: VirtualRun): Promise<readonly CheckResult[]> {
  const { open, clock, bugs } = await openInProcess({
    fleet: required(loadFleet(undefined, HERE)).spec,
    dialect: required(loadDialect(dialect, HERE)),
    defects: defect === undefined ? [] : [defect],
  });
  const { profile, stimuli, seed } = open;
  const planned = plan(SCENARIOS, profile, rules === undefined ? {} : { rules }, stimuli.offers);
  if (!planned.ok) throw new Error(planned.problems.map(({ message }) => message).join('\n'));
  const work = async (): Promise<readonly CheckResult[]> => {
    const prepared = required(await prepare(open, false, new AbortController().signal));
    const { checks, notRestored, unreachable } = await runChecks({
      ...prepared,
      profile,
      plan: planned.plan,
      stimuli,
      seed,
    });
    if (unreachable !== undefined) throw new Error(unreachable);
    if (defect === undefined && notRestored.length > 0) throw new Error(notRestored.join('\n'));
    return checks;
  };
  const checks = await clock.runUntil(work());
  await open.close();
  if (bugs.length > 0) throw new Error(`the simulator threw: ${bugs.map(String).join('\n')}`);
  return checks;
}

function required<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.complaints));
}
