// Reads a fault plan for a fleet: names that the fleet does not have are mistakes.
import { resolve } from 'node:path';
import { createManualClock } from '../../kernel/manual-clock.js';
import { createRandom } from '../../kernel/random.js';
import type { FaultPlan } from '../../simulator/faults/plan/fault-plan.js';
import { parseFaultPlan } from '../../simulator/faults/plan/parse-fault-plan.js';
import { createFleet } from '../../simulator/fleet/create-fleet.js';
import type { Fleet } from '../../simulator/fleet/fleet.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { readText, shownPath } from '../files.js';

export function loadFaultPlan(name: string, fleet: FleetSpec, cwd: string): Result<FaultPlan> {
  const path = resolve(cwd, name);
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message);
  const plan = parseFaultPlan(text.value, shownPath(path, cwd), planNames(fleet));
  if (plan.ok) return plan;
  return { ok: false, diagnostics: [{ kind: 'file', problems: plan.problems, source: text.value }] };
}

/** A fleet on paper; no device of it is ever made. */
export function planNames(spec: FleetSpec): Pick<Fleet, 'has' | 'count' | 'list' | 'profiles' | 'clients'> {
  return createFleet(spec, { clock: createManualClock(), random: createRandom(0) });
}
