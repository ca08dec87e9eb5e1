// A run of scenarios against a simulator in the same process, in virtual time.
import { setMaxListeners } from 'node:events';
import { plan, type Selection } from '../../harness/run/plan.js';
import { runChecks } from '../../harness/run/run.js';
import type { Scenario } from '../../harness/scenario/scenario.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { type Result, refuse } from '../complaints.js';
import { prepare } from '../run/prepare.js';
import { type InProcess, openInProcess } from './open-in-process.js';
import type { InProcessOptions } from './in-process-options.js';
import { thenClose } from './then-close.js';

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

async function runOn(
  { open }: InProcess,
  scenarios: readonly Scenario[],
  selection: Selection,
): Promise<Result<RunResult>> {
  const { profile, stimuli, seed } = open;
  const planned = plan(scenarios, profile, selection, stimuli.offers);
  if (!planned.ok) return refuse(planned.problems.map(({ message }) => message).join('; '));
  const { signal } = new AbortController();
  // Every device that is looked at listens.
  setMaxListeners(0, signal);
  const prepared = await prepare(open, false, signal);
  if (!prepared.ok) return prepared;
  const value = await runChecks({ ...prepared.value, profile, plan: planned.plan, stimuli, seed });
  return { ok: true, value };
}
