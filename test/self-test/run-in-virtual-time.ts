// A run of the scenarios against a simulator in the same process, on a clock that jumps from timer to timer.
import type { Result } from '../../src/document/diagnostic.js';
import { runInProcess } from '../../src/lab/in-process/open-in-process.js';
import { loadDialect } from '../../src/cli/load/dialect.js';
import { bundledScenarios } from '../../src/cli/load/scenarios.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import type { Scenario } from '../../src/harness/scenario/scenario.js';
import type { CheckResult } from '../../src/harness/verdict/verdict.js';

const HERE = process.cwd();

export const SCENARIOS: readonly Scenario[] = required(bundledScenarios(HERE));

export interface VirtualRun {
  readonly defect?: string;
  readonly dialect?: string;
  /** Only what checks these rules. */
  readonly rules?: readonly string[];
  /** Only these checks, by their ids. */
  readonly only?: readonly string[];
}

export async function runInVirtualTime({
  defect,
  dialect = 'default',
  rules,
  only,
}: VirtualRun): Promise<readonly CheckResult[]> {
  const ran = await runInProcess(
    {
      fleet: required(loadFleet(undefined, HERE)).spec,
      dialect: required(loadDialect(dialect, HERE)),
      defects: defect === undefined ? [] : [defect],
    },
    SCENARIOS,
    { ...(rules && { rules }), ...(only && { only }) },
  );
  const { result, bugs } = required(ran);
  const { checks, notRestored, unreachable } = result;
  if (unreachable !== undefined) throw new Error(unreachable);
  if (defect === undefined && notRestored.length > 0) throw new Error(notRestored.join('\n'));
  if (bugs.length > 0) throw new Error(`the simulator threw: ${bugs.map(String).join('\n')}`);
  return checks;
}

function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}
