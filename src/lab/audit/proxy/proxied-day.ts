// A day as a proxy before a real service can stage it: its own faults only. Devices and clients there are real, so
// nothing is done to them, and the client is told to do nothing unless that was asked for.
import { CALM } from '../../../audit/outcome/settle.js';
import type { StagedDay } from '../../days/stage-day.js';
import type { DayCredentials } from '../as-client.js';
import { type OrderedDevice, proxiedOrders } from './proxied-orders.js';
import { canBeStaged } from './proxy-fault.js';

/**
 * Undefined for a day of which nothing would be left.
 * @param ordered the devices that orders are given for; none, and the client gets no orders.
 */
export function proxiedDay(
  staged: StagedDay,
  credentials: DayCredentials,
  ordered: readonly OrderedDevice[],
): StagedDay | undefined {
  const { day } = staged;
  const faults = day.faults.filter(({ fault }) => canBeStaged(fault)).map(withoutNames);
  if (faults.length === 0 && day.id !== CALM) return undefined;
  const { clientId: client } = credentials;
  const orders = proxiedOrders(day.orders, ordered);
  return { ...staged, day: { ...day, client, faults, stimuli: [], orders }, credentials };
}

type Fault = StagedDay['day']['faults'][number];

/** Devices and clients of the demo fleet have other names here. */
function withoutNames(fault: Fault): Fault {
  const { on } = fault as { readonly on?: Readonly<Record<string, unknown>> };
  if (!on) return fault;
  const { device: _, client: __, profile: ___, ...rest } = on;
  return { ...fault, on: rest };
}
