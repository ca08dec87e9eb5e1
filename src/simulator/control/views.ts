// Devices as the control plane shows them: what they report, their true state, and the faults that act on them.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { SimulatedDevice } from '../device/device.js';
import type { DeviceSpec } from '../device/schema/profile.js';
import type { Fleet } from '../fleet/fleet.js';
import type { DeviceIdentity } from '../fleet/fleet-spec.js';
import type { Simulator } from '../simulator.js';
import type { FaultDesk } from './fault-desk.js';
import type { FaultStatus } from '../faults/engine/instance.js';
import { readFaultOrder } from '../faults/plan/parse-fault-plan.js';
import { faultType } from '../faults/registry.js';
import { createSelects, type Selects } from '../faults/selector.js';
import * as z from 'zod';
import { page } from './route.js';
import type { REPLIES } from './document/replies.js';

/** What came of a stimulus. */
export type Applied = z.output<typeof REPLIES.Applied>;
export type ClientView = z.output<typeof REPLIES.Client>;

/** A page of `GET /devices`: of the fleet, or of it the devices that were asked for. */
export type DevicePage = z.output<typeof REPLIES.DevicePage>;

/**
 * An untouched device is as the fleet file says. Relays and digital inputs are empty in the list of a cluster for a device
 * that has been used, and `changedAt` is the last event at this instance. `closed` and `contact` are the truth.
 */
export type DeviceSummary = DevicePage['devices'][number];

interface WithTruth {
  /** `value` is what the device reports. */
  readonly truth: number;
}

export type DeviceView = Omit<z.output<typeof REPLIES.Device>, keyof Readings> & Readings;

interface Readings {
  readonly analogInputs: readonly (Peripherals['analogInputs'][number] & WithTruth)[];
  readonly sensors: readonly (Peripherals['sensors'][number] & WithTruth)[];
}

/** @param faults those of the moment: asked once for a whole page. */
export function createDeviceViews({ fleet, ports, membership }: Simulator, faults: Pick<FaultDesk, 'list'>) {
  const acting = actingFaults(faults.list(), fleet);

  const isTouched = (deviceId: string): boolean =>
    fleet.isMade(deviceId) || membership?.isTouched(deviceId) === true;
  // In a cluster, a device that is here may be older than the same one at another instance.
  const hereOf = (deviceId: string): SimulatedDevice | undefined =>
    membership ? undefined : fleet.peek(deviceId);
  const summary = (identity: DeviceIdentity, device = hereOf(identity.deviceId)): DeviceSummary => {
    const { deviceId } = identity;
    const isElsewhere = !device && isTouched(deviceId);
    const { online = false, powered = false } =
      membership?.statusOf(deviceId) ?? fleet.status(deviceId) ?? {};
    return {
      ...identity,
      online,
      powered,
      touched: isTouched(deviceId),
      lane: ports.lane.isTaken(deviceId) ? 'taken' : 'free',
      refreshIn: ports.budget.waitFor(deviceId) ?? 0,
      faults: acting(deviceId),
      ...(device ? contactsOf(device) : contactsAtStart(isElsewhere ? undefined : fleet.spec(deviceId))),
    };
  };
  return {
    summary,
    isTouched,
    /** Makes the device. */
    view: (deviceId: string): DeviceView | undefined => {
      const identity = fleet.identity(deviceId);
      const device = fleet.get(deviceId);
      if (!identity || !device) return undefined;
      const seen = summary(identity, device);
      return { ...seen, ...details(device, seen) };
    },
  };
}

type DeviceViews = Pick<ReturnType<typeof createDeviceViews>, 'summary' | 'isTouched'>;

type Contacts = Pick<DeviceSummary, 'relays' | 'digitalInputs' | 'changedAt'>;

/** A device that nobody has used is as its spec says, and is not made for this. @param spec undefined where it is not known. */
function contactsAtStart({ relays, digitalInputs }: Partial<DeviceSpec> = {}): Contacts {
  return {
    relays: (relays ?? []).map((_, at) => ({ index: at + 1, on: false, closed: false })),
    digitalInputs: (digitalInputs ?? []).map(({ active }, at) => ({
      index: at + 1,
      active,
      contact: active,
    })),
  };
}

function contactsOf(device: SimulatedDevice): Contacts {
  const reported = device.peripherals();
  const { relays, digitalInputs } = device.physical();
  return {
    relays: relays.map(({ index, closed }, at) => ({ index, on: reported.relays[at]?.on ?? false, closed })),
    digitalInputs: digitalInputs.map(({ index, active }, at) => ({
      index,
      active: reported.digitalInputs[at]?.active ?? false,
      contact: active,
    })),
    ...(device.changedAt !== undefined && { changedAt: device.changedAt }),
  };
}

type Details = Omit<DeviceView, Exclude<keyof DeviceSummary, 'relays'>>;

function details(device: SimulatedDevice, { relays: shown }: DeviceSummary): Details {
  const reported = device.peripherals();
  const { relays, executions, powered, linked } = device.physical();
  const config = device.config();
  const truth = device.trueReadings();
  return {
    relays: shown.map((relay, at) => ({
      ...relay,
      switchedTimes: relays[at]?.switchedTimes ?? 0,
      jogDuration: config.relays[at]?.jogDuration ?? 0,
    })),
    analogInputs: reported.analogInputs.map((input, at) => withTruth(input, truth.analogInputs[at])),
    sensors: reported.sensors.map((sensor, at) => withTruth(sensor, truth.sensors[at])),
    baudRate: device.channels.rs485 ? (config.baudRate ?? null) : null,
    executions,
    supplied: powered,
    linked,
  };
}

function withTruth<T extends { readonly value: number }>(reading: T, truth = reading.value): T & WithTruth {
  return { ...reading, truth };
}

// Which faults act on a device at this moment.

/** The ids of the active faults that are about devices and select this one. */
function actingFaults(statuses: readonly FaultStatus[], fleet: Fleet): (deviceId: string) => string[] {
  const profileOf = (deviceId: string): string | undefined => fleet.identity(deviceId)?.profileId;
  const active = statuses.flatMap((status): { readonly id: string; readonly selects: Selects }[] => {
    const order = status.state === 'active' ? readFaultOrder(status.order) : undefined;
    if (!order?.ok || !faultType(status.type)?.selects.includes('device')) return [];
    const { device, profile } = order.value.selector;
    return [{ id: status.id, selects: createSelects({ device, profile }, profileOf) }];
  });
  return (deviceId) => active.filter(({ selects }) => selects({ deviceId })).map(({ id }) => id);
}

// The fleet a page at a time: all of it, or the devices of one profile, of one state, or with a text in their names.

const STATES = {
  offline: ({ online }) => !online,
  'power-lost': ({ powered }) => !powered,
  busy: ({ lane }) => lane === 'taken',
  faulty: ({ faults }) => faults.length > 0,
  touched: ({ touched }) => touched,
} satisfies Readonly<Record<string, (device: DeviceSummary) => boolean>>;

/** What is asked for of a list of devices. */
export const deviceQuery = z.strictObject({
  ...page,
  profile: z.string().optional().describe('Only devices of this profile.'),
  search: z.string().max(256).optional().describe('Only devices with this text in their id or name.'),
  state: z
    .enum(Object.keys(STATES) as (keyof typeof STATES)[])
    .optional()
    .describe('Only devices in this state.'),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Devices to pass over, among those that are asked for.'),
});
type DeviceQuery = z.output<typeof deviceQuery>;

export function devicePage(fleet: Fleet, views: DeviceViews, query: DeviceQuery): DevicePage {
  const { search, state } = query;
  const wanted = search === undefined && state === undefined ? undefined : [...found(fleet, views, query)];
  const { identities, nextCursor } = pageOf(wanted ?? fleet.list(), query);
  const count = wanted?.length ?? fleet.count;
  return {
    count,
    devices: identities.map((identity) => views.summary(identity)),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/** Nothing has happened to a device that has not been touched: only a fault may be meant for it. */
function* found(
  fleet: Fleet,
  { summary, isTouched }: DeviceViews,
  { search, state }: DeviceQuery,
): Generator<DeviceIdentity> {
  const text = search?.toLowerCase();
  for (const identity of fleet.list()) {
    if (state !== undefined && state !== 'faulty' && !isTouched(identity.deviceId)) continue;
    if (text !== undefined && !mentions(identity, text)) continue;
    if (state === undefined || STATES[state](summary(identity))) yield identity;
  }
}

function mentions({ deviceId, name }: DeviceIdentity, text: string): boolean {
  return deviceId.toLowerCase().includes(text) || name.toLowerCase().includes(text);
}

function pageOf(
  all: Iterable<DeviceIdentity>,
  { limit, cursor, profile, offset = 0 }: DeviceQuery,
): { readonly identities: DeviceIdentity[]; readonly nextCursor?: string } {
  const identities: DeviceIdentity[] = [];
  let passed = cursor === undefined;
  let left = offset;
  for (const identity of all) {
    if (!passed) passed = identity.deviceId === cursor;
    else if (profile === undefined || identity.profileId === profile) {
      if (left-- > 0) continue;
      const last = identities.at(-1);
      if (last && identities.length === limit) return { identities, nextCursor: last.deviceId };
      identities.push(identity);
    }
  }
  return { identities };
}
