// Which service `conform serve` is to run: the fleet, the names, and what is wrong or different about it.
import type { OptionsOf } from '../option-rows.js';
import type { Dialect } from '../../dialect/dialect.js';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import type { FaultPlan } from '../../simulator/faults/plan/fault-plan.js';
import { timelineLines } from '../../simulator/faults/plan/timeline.js';
import type { Style } from '../../simulator/styles/style.js';
import { printDiagnostics } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type LoadedFleet, loadFleet } from '../load/fleet.js';
import { chooseDefects, dialectFor, loadFaultPlan, loadVariants } from '../load/variants.js';

export interface ChosenService {
  readonly fleet: LoadedFleet;
  readonly dialect: Dialect;
  readonly defects: readonly Defect[];
  /** What is different about it, a sentence each. */
  readonly variants: readonly string[];
  readonly styles: () => readonly Style[];
  readonly faults: readonly FaultOrder[];
  /** What the fault plan is about. */
  readonly plan: string | undefined;
}

export async function chooseService(options: OptionsOf<'serve'>, io: Io): Promise<Result<ChosenService>> {
  const fleet = loadFleet(options.fleet, io.cwd);
  const defects = await chooseDefects(options.defect ?? []);
  const varied = fleet.ok ? loadVariants(options.variant ?? [], fleet.value.spec, io.cwd) : fleet;
  if (!fleet.ok || !varied.ok) {
    const wrong = [fleet.ok ? varied : fleet, defects];
    return { ok: false, diagnostics: wrong.flatMap((each) => (each.ok ? [] : each.diagnostics)) };
  }
  const whole = { ...fleet.value, spec: varied.value.fleet };
  const dialect = dialectFor(options.dialect, varied.value, io.cwd);
  const plan = planFor(options.faults, { ok: true, value: whole }, io);
  const diagnostics = [dialect, defects, plan].flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (!dialect.ok || !defects.ok || !plan.ok) return { ok: false, diagnostics };
  return {
    ok: true,
    value: {
      fleet: whole,
      dialect: dialect.value,
      defects: defects.value,
      variants: varied.value.titles,
      styles: varied.value.styles,
      faults: [...varied.value.faults, ...(plan.value?.faults ?? [])],
      plan: plan.value && (plan.value.about ?? options.faults),
    },
  };
}

// What `conform serve --dry-run` does: it tells what a fault plan will do, and when.

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
