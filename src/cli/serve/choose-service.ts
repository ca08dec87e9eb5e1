// Which service `conform serve` is to run: the fleet, the names, and what is wrong or different about it.
import type { Dialect } from '../../dialect/dialect.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { FaultOrder } from '../../simulator/faults/order.js';
import type { Style } from '../../simulator/styles/style.js';
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { chooseDefects } from '../load/defects.js';
import { planFor } from './dry-run.js';
import { type LoadedFleet, loadFleet } from '../load/fleet.js';
import { dialectFor, loadVariants } from '../load/variants.js';

export interface ServiceOptions {
  readonly fleet?: string;
  readonly dialect?: string;
  readonly defect?: readonly string[];
  readonly variant?: readonly string[];
  readonly faults?: string;
}

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

export async function chooseService(options: ServiceOptions, io: Io): Promise<Result<ChosenService>> {
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
