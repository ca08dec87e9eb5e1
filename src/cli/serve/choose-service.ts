// Which service `conform serve` is to run: the fleet, the names, and what is wrong or different about it.
import type { OptionsOf } from '../option-rows.js';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import type { FaultPlan } from '../../simulator/faults/plan/parse-fault-plan.js';
import { timelineLines } from '../../simulator/faults/plan/timeline.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type LoadedFleet, loadFleet } from '../load/fleet.js';
import { type LoadedService, loadFaultPlan, loadService } from '../load/variants.js';

export interface ChosenService extends LoadedService {
  /** What the fault plan is about. */
  readonly plan: string | undefined;
}

export async function chooseService(options: OptionsOf<'serve'>, io: Io): Promise<Result<ChosenService>> {
  const service = await loadService(options, io.cwd);
  if (!service.ok) return service;
  const plan = planFor(options.faults, service.value.fleet, io);
  if (!plan.ok) return plan;
  const faults = [...service.value.faults, ...(plan.value?.faults ?? [])];
  return {
    ok: true,
    value: { ...service.value, faults, plan: plan.value && (plan.value.about ?? options.faults) },
  };
}

// What `conform serve --dry-run` does: it tells what a fault plan will do, and when.

/** The plan for this fleet; undefined when none is named. */
function planFor(
  name: string | undefined,
  { spec }: LoadedFleet,
  { cwd }: Io,
): Result<FaultPlan | undefined> {
  return name === undefined ? { ok: true, value: undefined } : loadFaultPlan(name, spec, cwd);
}

export function dryRun(options: OptionsOf<'serve'>, io: Io): ExitCode {
  const fleet = loadFleet(options.fleet, io.cwd);
  const plan = fleet.ok ? planFor(options.faults, fleet.value, io) : fleet;
  if (!plan.ok) return usageError(io, plan.diagnostics);
  if (!plan.value) {
    const hint = 'Name one with --faults FILE.';
    return usageError(io, refuseInput('--dry-run tells what a fault plan will do', hint).diagnostics);
  }
  const { about } = plan.value;
  const lines = [...(about === undefined ? [] : [about, '']), ...timelineLines(plan.value)];
  io.out.write(`${lines.join('\n')}\n`);
  return EXIT.passed;
}
