// What a trial is made of. Each part judges the service of the trial in its own way, on a simulator of its own.
import type { CheckResult } from '../../harness/verdict.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { Outcome } from '../complaints.js';
import type { InProcessOptions } from '../in-process/open-in-process.js';
import { runInProcess } from '../in-process/run-in-process.js';

export interface PartResult {
  readonly checks: readonly CheckResult[];
  readonly bugs: readonly unknown[];
}

/** Judges the service that these options open, in virtual time. */
export type TrialPart = (service: InProcessOptions) => Promise<Outcome<PartResult>>;

export function scenariosPart(scenarios: readonly Scenario[]): TrialPart {
  return async (service) => {
    const ran = await runInProcess(service, scenarios);
    if (!ran.ok) return ran;
    const { result, bugs } = ran.value;
    const { checks, unreachable, notRestored } = result;
    const harmed = (service.defects ?? []).length > 0 ? [] : notRestored;
    const gone = unreachable === undefined ? [] : [`the service is not there: ${unreachable}`];
    return { ok: true, value: { checks, bugs: [...bugs, ...gone, ...harmed] } };
  };
}
