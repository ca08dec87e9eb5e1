// A run of scenarios against a simulator in the same process, in virtual time.
import { assert } from '../../kernel/assert.js';
import { plan, type Selection } from '../../harness/run/plan.js';
import { run } from '../../harness/run/run.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { type InProcess, type InProcessOptions, openInProcess, thenClose } from './open-in-process.js';

export interface InProcessRun {
  readonly result: RunResult;
  /** What the simulator threw: bugs of ours. */
  readonly bugs: readonly unknown[];
}

export async function runInProcess(
  options: InProcessOptions,
  scenarios: readonly Scenario[],
  selection: Selection = {},
): Promise<Result<InProcessRun>> {
  const opened = await openInProcess(options);
  const { open, clock, bugs } = opened;
  const result = await clock.runUntil(thenClose(runOn(opened, scenarios, selection), open));
  return result.ok ? { ok: true, value: { result: result.value, bugs } } : result;
}

/** Reasons are shown, whoever takes the secrets out of traces. */
function withoutSecretReasons(result: RunResult, { secrets }: InProcess['open']): RunResult {
  const checks = result.checks.map((check) =>
    check.reason === undefined ? check : { ...check, reason: secrets.redact(check.reason) },
  );
  return { ...result, checks };
}

async function runOn(
  { open }: InProcess,
  scenarios: readonly Scenario[],
  selection: Selection,
): Promise<Result<RunResult>> {
  const planned = plan(scenarios, open.profile, selection, open.stimuli.offers);
  if (!planned.ok) return refuseInput(planned.problems.map(({ message }) => message).join('; '));
  const ended = await run(open, { plan: planned.plan });
  if (ended.ok) return { ok: true, value: withoutSecretReasons(ended.result, open) };
  // A simulator of this process has no restore file and no earlier runs.
  assert(ended.kind === 'differs', `nothing was checked: ${ended.kind}`);
  return refuseInput(ended.problems.map(({ message }) => message).join('; '));
}
