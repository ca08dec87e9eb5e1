// The same client on each day: where a day is for another API client of the fleet, that one gets its name and secret.
import type { Day } from '../../audit/days/day.js';
import type { StagedDay } from '../days/stage-day.js';

export type DayCredentials = StagedDay['credentials'];

export function asClient({ day, fleet }: StagedDay, credentials: DayCredentials): StagedDay {
  const { clientId, clientSecret } = credentials;
  const clients = fleet.clients
    .filter((each) => each.clientId === day.client || each.clientId !== clientId)
    .map((each) => (each.clientId === day.client ? { ...each, clientId, secret: clientSecret } : each));
  return {
    day: {
      ...day,
      client: clientId,
      faults: day.faults.map((fault) => renamed(fault, day.client, clientId)),
    },
    fleet: { ...fleet, clients },
    credentials,
  };
}

type Fault = Day['faults'][number];

/** A fault that is meant for the client of the day is meant for it under its new name. */
function renamed(fault: Fault, from: string, to: string): Fault {
  const { on } = fault as { readonly on?: Readonly<Record<string, unknown>> };
  return on?.['client'] === from ? { ...fault, on: { ...on, client: to } } : fault;
}
