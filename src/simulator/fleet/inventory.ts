// The devices of a fleet on paper: those of the file less the removed ones, and those added since. Templates are not
// listed: a hundred thousand ids take the room of one.
import type { DeviceEntry, FleetSpec, DeviceIdentity, FleetChanges } from './fleet-spec.js';
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { DeviceSpec } from '../device/schema/profile.js';

// Which device ids there are, in which order, and which entry of the fleet each belongs to. Templates are
// not listed: a hundred thousand ids take the room of one.

interface RosterPlace {
  readonly entry: DeviceEntry;
  /** Within the entry's template, from 0. */
  readonly place: number;
}

export type Roster = ReturnType<typeof createRoster>;

export function createRoster(entries: readonly DeviceEntry[]) {
  const single = new Map<string, RosterPlace>();
  for (const entry of entries) if (entry.ids.count === 1) single.set(entry.ids.at(0), { entry, place: 0 });
  const templates = entries.filter((entry) => entry.ids.count > 1);

  return {
    count: entries.reduce((sum, entry) => sum + entry.ids.count, 0),
    find: (deviceId: string): RosterPlace | undefined => {
      const found = single.get(deviceId);
      if (found) return found;
      for (const entry of templates) {
        const place = entry.ids.placeOf(deviceId);
        if (place !== undefined) return { entry, place };
      }
      return undefined;
    },
    /** In the order of the file; with `after`, those that come after this place. */
    *ids(after?: RosterPlace): Generator<[deviceId: string, RosterPlace]> {
      const first = after ? entries.indexOf(after.entry) : 0;
      for (let at = first; at < entries.length; at++) {
        const entry = entries[at] as DeviceEntry;
        const from = after?.entry === entry ? after.place + 1 : 0;
        for (let place = from; place < entry.ids.count; place++)
          yield [entry.ids.at(place), { entry, place }];
      }
    },
  };
}

/** An id for which both entries stand; undefined when they share none. */
export function sharedId(a: DeviceEntry, b: DeviceEntry): string | undefined {
  const [small, large] = a.ids.count <= b.ids.count ? [a.ids, b.ids] : [b.ids, a.ids];
  for (let place = 0; place < small.count; place++) {
    const id = small.at(place);
    if (large.placeOf(id) !== undefined) return id;
  }
  return undefined;
}

export type Inventory = ReturnType<typeof createInventory>;

export function createInventory({ devices, profiles }: FleetSpec) {
  const roster = createRoster(devices);
  const identities = createIdentities(roster, identityAt);
  const added = new Map<string, InventoryItem>();
  const removed = new Set<string>();
  const passwords = new Map<string, string>();

  const find = (deviceId: string): InventoryItem | undefined => {
    const place = removed.has(deviceId) ? undefined : roster.find(deviceId);
    const item = added.get(deviceId) ?? (place && itemAt(deviceId, place));
    const password = passwords.get(deviceId);
    return item && password !== undefined ? { ...item, password } : item;
  };
  function* idsWhere(test: (device: DeviceSpec) => boolean): Generator<string> {
    const chosen = devices.filter(({ device }) => test(device));
    for (const [deviceId] of createRoster(chosen).ids()) if (!removed.has(deviceId)) yield deviceId;
    for (const [deviceId, { device }] of added) if (test(device)) yield deviceId;
  }

  return {
    get count(): number {
      return roster.count - removed.size + added.size;
    },
    get addedCount(): number {
      return added.size;
    },
    find,
    /** The ids of the devices whose spec satisfies `test`, which is asked once for all of a template. */
    idsWhere,
    has: (deviceId: string): boolean =>
      added.has(deviceId) || (!removed.has(deviceId) && roster.find(deviceId) !== undefined),
    /** With `after`, those that come after this device, which may have been removed since it was listed. */
    *list(after?: string): Iterable<DeviceIdentity> {
      const isAdded = after !== undefined && added.has(after);
      if (!isAdded) {
        const start = after === undefined ? undefined : roster.find(after);
        for (const identity of identities(start)) if (!removed.has(identity.deviceId)) yield identity;
      }
      let passed = !isAdded;
      for (const [deviceId, { identity }] of added) {
        if (passed) yield identity;
        else passed = deviceId === after;
      }
    },
    add: (addition: DeviceAddition): 'added' | 'exists' | 'unknown-profile' => {
      const { deviceId, name = deviceId, profileId, password } = addition;
      if (find(deviceId)) return 'exists';
      const profile = profiles.find((each) => each.profileId === profileId);
      if (!profile) return 'unknown-profile';
      added.set(deviceId, { identity: { deviceId, name, profileId }, password, device: profile.device });
      return 'added';
    },
    remove: (deviceId: string): boolean => {
      if (!find(deviceId)) return false;
      passwords.delete(deviceId);
      // An id of the file stays removed, also when it was added anew in between.
      if (!added.delete(deviceId)) removed.add(deviceId);
      return true;
    },
    setPassword: (deviceId: string, password: string): boolean => {
      if (!find(deviceId)) return false;
      passwords.set(deviceId, password);
      return true;
    },
    changes: (): FleetChanges => changesOf(added, removed, passwords),
  };
}

function changesOf(
  added: ReadonlyMap<string, InventoryItem>,
  removed: ReadonlySet<string>,
  passwords: ReadonlyMap<string, string>,
): FleetChanges {
  return {
    added: [...added.values()].map(({ identity, password }) => ({
      ...identity,
      password: passwords.get(identity.deviceId) ?? password,
    })),
    removed: [...removed],
    passwords: [...passwords]
      .filter(([deviceId]) => !added.has(deviceId))
      .map(([deviceId, password]) => ({ deviceId, password })),
  };
}

type InventoryItem = ReturnType<typeof itemAt>;

function itemAt(deviceId: string, { entry, place }: RosterPlace) {
  const password = numbered(entry.password, entry, place);
  return { identity: identityAt(deviceId, entry, place), password, device: entry.device };
}

function identityAt(deviceId: string, entry: DeviceEntry, place: number): DeviceIdentity {
  const name = entry.name === undefined ? deviceId : numbered(entry.name, entry, place);
  return { deviceId, name, profileId: entry.profileId };
}

const NUMBER = '{n}';

function numbered(text: string, { ids }: DeviceEntry, place: number): string {
  const at = text.indexOf(NUMBER);
  if (at < 0) return text;
  const number = ids.numberAt(place);
  const after = text.slice(at + NUMBER.length);
  return text.slice(0, at) + number + (after === '' ? '' : after.replaceAll(NUMBER, number));
}

// Who the devices of the file are, in its order. A small fleet is listed again and again, so it is remembered;
// a large one is spelled out anew each time, and goes on taking no room.

/** The largest fleet that is remembered: its identities take some hundred kilobytes. */
const MOST_REMEMBERED = 2000;

/** The identities after a place, or all of them. */
type Identities = (after?: RosterPlace) => Iterable<DeviceIdentity>;

function createIdentities(
  roster: Roster,
  spell: (deviceId: string, entry: DeviceEntry, place: number) => DeviceIdentity,
): Identities {
  let remembered: readonly DeviceIdentity[] | undefined;
  function* spelled(after?: RosterPlace): Generator<DeviceIdentity> {
    for (const [deviceId, { entry, place }] of roster.ids(after)) yield spell(deviceId, entry, place);
  }
  return (after) => {
    // A page in the middle is short, and spelling it is not worth remembering where it begins.
    if (after || roster.count > MOST_REMEMBERED) return spelled(after);
    remembered ??= [...spelled()];
    return remembered;
  };
}
