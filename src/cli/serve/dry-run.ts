// What `conform serve --dry-run` does: it tells what a fault plan will do, and when.
import type { FaultPlan } from '../../simulator/faults/plan/fault-plan.js';
import { timelineLines } from '../../simulator/faults/plan/timeline.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { loadFaultPlan } from '../load/fault-plan.js';
import { type LoadedFleet, loadFleet } from '../load/fleet.js';

/** The plan for this fleet; undefined when none is named, or when there is no fleet to hold it to. */
export function planFor(
  name: string | undefined,
  fleet: Result<LoadedFleet>,
  io: Io,
): Result<FaultPlan | undefined> {
  if (name === undefined || !fleet.ok) return { ok: true, value: undefined };
  return loadFaultPlan(name, fleet.value.spec, io.cwd);
}

export function dryRun(options: { readonly fleet?: string; readonly faults?: string }, io: Io): ExitCode {
  const fleet = loadFleet(options.fleet, io.cwd);
  const plan = fleet.ok ? planFor(options.faults, fleet, io) : fleet;
  if (plan.ok && plan.value) {
    const { about } = plan.value;
    const lines = [...(about === undefined ? [] : [about, '']), ...timelineLines(plan.value)];
    io.out.write(`${lines.join('\n')}\n`);
    return EXIT.passed;
  }
  const hint = 'Name one with --faults FILE.';
  printDiagnostics(
    io,
    plan.ok ? refuseInput('--dry-run tells what a fault plan will do', hint).diagnostics : plan.diagnostics,
  );
  return EXIT.usage;
}
