// Makes what a day's file says fit for a simulator: the fleet with the limits of the day, and its faults as orders.
// What the simulator does not know is found before anything begins.
import type { Day } from '../../audit/days/day.js';
import type { Problem } from '../../document/problem.js';
import { createManualClock } from '../../kernel/manual-clock.js';
import { createRandom } from '../../kernel/random.js';
import { readFaultOrder } from '../../simulator/faults/plan/parse-fault-plan.js';
import { createFleet } from '../../simulator/fleet/fleet.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { fleetFileSchema } from '../../simulator/fleet/fleet-file.js';

export interface StagedDay {
  readonly day: Day;
  readonly fleet: FleetSpec;
  /** The id and secret of the client that the day is for. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
}

export type Staging =
  | { readonly ok: true; readonly value: StagedDay }
  | { readonly ok: false; readonly problems: readonly Pick<Problem, 'message'>[] };

const { limits: limitsSchema } = fleetFileSchema(() => undefined).shape;

export function stageDay(day: Day, base: FleetSpec): Staging {
  const limits = limitsSchema.safeParse(day.limits ?? {});
  if (!limits.success) return problem(`limits: ${limits.error.issues[0]?.message ?? 'not as expected'}`);
  const { limits: usual } = base;
  const quotas = { ...usual.quotas, ...limits.data?.quotas };
  const fleet: FleetSpec = { ...base, limits: { ...usual, ...limits.data, quotas } };
  const client = fleet.clients.find(({ clientId }) => clientId === day.client);
  if (!client) return problem(`the fleet has no API client "${day.client}"`);
  const names = createFleet(fleet, { clock: createManualClock(), random: createRandom(0) });
  for (const [at, { when: _, draws: __, ...entry }] of day.faults.entries()) {
    const order = readFaultOrder(entry, names);
    if (!order.ok) return problem(`faults[${at}]: ${order.problems[0]?.message ?? 'not as expected'}`);
  }
  const unknown = day.stimuli.find(({ device }) => !names.has(device));
  if (unknown) return problem(`the fleet has no device "${unknown.device}"`);
  return {
    ok: true,
    value: { day, fleet, credentials: { clientId: day.client, clientSecret: client.secret } },
  };
}

function problem(message: string): Staging {
  return { ok: false, problems: [{ message }] };
}
