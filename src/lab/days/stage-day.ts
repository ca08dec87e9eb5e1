// Makes what a day's file says fit for a simulator: the fleet with the limits of the day, and its faults as orders.
// What the simulator does not know is found before anything begins.
import { accepted } from '../../document/diagnostic.js';
import type { Day } from '../../audit/days/day.js';
import { createManualClock } from '../../kernel/manual-clock.js';
import { createRandom } from '../../kernel/random.js';
import { readFaultOrder } from '../../simulator/faults/plan/parse-fault-plan.js';
import { createFleet } from '../../simulator/fleet/fleet.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { fleetFileSchema } from '../../simulator/fleet/fleet-file.js';
import { CALM } from '../../audit/rules/ruling.js';
import { canBeStaged } from '../audit/proxy-faults.js';

export interface StagedDay {
  readonly day: Day;
  readonly fleet: FleetSpec;
  /** The id and secret of the client that the day is for. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** What the file of the day calls that client, where it has another name here. */
  readonly role?: string;
}

const { limits: limitsSchema } = fleetFileSchema(() => undefined).shape;

export function stageDay(day: Day, base: FleetSpec) {
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
  const credentials = { clientId: day.client, clientSecret: client.secret };
  return accepted<StagedDay>({ day, fleet, credentials });
}

const problem = (message: string) => ({ ok: false as const, message });

// The same client on each day: where a day is for another API client of the fleet, that one gets its name and secret.

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
    role: day.client,
  };
}

/** As its file has it. */
export function dayAsWritten({ day, role = day.client }: StagedDay): Day {
  return { ...day, client: role, faults: day.faults.map((fault) => renamed(fault, day.client, role)) };
}

type Fault = Day['faults'][number];

/** A fault that is meant for the client of the day is meant for it under its new name. */
function renamed(fault: Fault, from: string, to: string): Fault {
  const { on } = fault as { readonly on?: Readonly<Record<string, unknown>> };
  return on?.['client'] === from ? { ...fault, on: { ...on, client: to } } : fault;
}

// Orders for a client before a real service: those of a day, on the devices and relays that a profile lists for it.

export interface OrderedDevice {
  readonly deviceId: string;
  /** Indices of the relays that may be switched. */
  readonly relays: readonly number[];
  /** Bytes (hex) that a peripheral at its RS485 port answers. */
  readonly answered?: string;
}

type Order = Day['orders'][number];

/**
 * The devices of a day are taken for those of the service, in their order. What would need an input that somebody
 * changes, or would leave another configuration behind, is left out.
 */
export function proxiedOrders(orders: Day['orders'], devices: readonly OrderedDevice[]): Day['orders'] {
  const named = orders.flatMap(({ deviceId }) => (typeof deviceId === 'string' ? [deviceId] : []));
  const names = [...new Set(named)].toSorted();
  return orders.flatMap((order): Order[] => {
    if (order.do === 'stop') return [order];
    const device = devices[names.indexOf(String(order['deviceId']))];
    return device ? onDevice({ ...order, deviceId: device.deviceId }, device) : [];
  });
}

function onDevice(order: Order, { relays, answered }: OrderedDevice): Order[] {
  if (order.do === 'refresh') return [order];
  if (order.do === 'transceive') return answered === undefined ? [] : [{ ...order, data: answered }];
  if (order.do !== 'setRelays' || !Array.isArray(order['relays'])) return [];
  const asked = order['relays'] as readonly { readonly action: string }[];
  const switched = asked.flatMap(({ action }, at) => {
    const index = relays[at];
    return index === undefined ? [] : [{ index, action }];
  });
  return switched.length > 0 ? [{ ...order, relays: switched }] : [];
}

// A day as a proxy before a real service can stage it: its own faults only. Devices and clients there are real, so
// nothing is done to them, and the client is told to do nothing unless that was asked for.

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

/** Devices and clients of the demo fleet have other names here. */
function withoutNames(fault: Fault): Fault {
  const { on } = fault as { readonly on?: Readonly<Record<string, unknown>> };
  if (!on) return fault;
  const { device: _, client: __, profile: ___, ...rest } = on;
  return { ...fault, on: rest };
}
