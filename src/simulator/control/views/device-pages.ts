// The fleet a page at a time: all of it, or the devices of one profile, of one state, or with a text in their names.
import type { DeviceIdentity, Fleet } from '../../fleet/fleet.js';
import type { DevicePage } from '../replies.js';
import type { DeviceSummary, DeviceViews } from './devices.js';

export const DEVICE_STATES = ['offline', 'power-lost', 'busy', 'faulty', 'touched'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

export interface DeviceQuery {
  readonly limit: number;
  /** Id of the last device of the page before. */
  readonly cursor?: string | undefined;
  /** Devices to pass over, among those that are asked for. */
  readonly offset?: number | undefined;
  readonly profile?: string | undefined;
  readonly search?: string | undefined;
  readonly state?: DeviceState | undefined;
}

export function devicePage(fleet: Fleet, views: DeviceViews, query: DeviceQuery): DevicePage {
  const { search, state } = query;
  const wanted = search === undefined && state === undefined ? undefined : [...found(fleet, views, query)];
  const { identities, nextCursor } = pageOf(wanted ?? fleet.list(), query);
  const count = wanted?.length ?? fleet.count;
  return { count, devices: identities.map(views.summary), ...(nextCursor !== undefined && { nextCursor }) };
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
    if (state === undefined || isIn(state, summary(identity))) yield identity;
  }
}

function mentions({ deviceId, name }: DeviceIdentity, text: string): boolean {
  return deviceId.toLowerCase().includes(text) || name.toLowerCase().includes(text);
}

function isIn(state: DeviceState, { online, powered, lane, faults, touched }: DeviceSummary): boolean {
  switch (state) {
    case 'offline':
      return !online;
    case 'power-lost':
      return !powered;
    case 'busy':
      return lane === 'taken';
    case 'faulty':
      return faults.length > 0;
    case 'touched':
      return touched;
  }
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
