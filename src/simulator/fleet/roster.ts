// Which device ids there are, in which order, and which entry of the fleet each belongs to. Templates are
// not listed: a hundred thousand ids take the room of one.
import type { DeviceEntry } from './fleet-spec.js';

export interface RosterPlace {
  readonly entry: DeviceEntry;
  /** Within the entry's template, from 0. */
  readonly place: number;
}

export interface Roster {
  readonly count: number;
  find(deviceId: string): RosterPlace | undefined;
  /** In the order of the file; with `after`, those that come after this place. */
  ids(after?: RosterPlace): Generator<[deviceId: string, RosterPlace]>;
}

export function createRoster(entries: readonly DeviceEntry[]): Roster {
  const single = new Map<string, RosterPlace>();
  for (const entry of entries) if (entry.ids.count === 1) single.set(entry.ids.at(0), { entry, place: 0 });
  const templates = entries.filter((entry) => entry.ids.count > 1);

  return {
    count: entries.reduce((sum, entry) => sum + entry.ids.count, 0),
    find: (deviceId) => {
      const found = single.get(deviceId);
      if (found) return found;
      for (const entry of templates) {
        const place = entry.ids.placeOf(deviceId);
        if (place !== undefined) return { entry, place };
      }
      return undefined;
    },
    *ids(after) {
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
