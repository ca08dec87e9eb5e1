// The devices of the fleet that have been read so far, by their place in the list; pages are read when they are shown.
import { signal } from '@preact/signals';
import type { DevicePage, DeviceSummary } from '../../../simulator/control/replies.js';

import type { BrowserClock } from '../../shared/machine.js';
import type { Api } from '../api.js';

export interface FleetQuery {
  readonly search: string;
  readonly state: string;
  readonly profile: string;
}

/** A device, and when it was read: what it waits for has become less since. */
export interface CachedDevice {
  readonly device: DeviceSummary;
  readonly readAt: number;
}

const PAGE = 120;
/** Devices that are remembered: more than any screen shows. */
const MOST_PAGES = 60;
/** Places that are passed by while somebody scrolls are not read. In ms. */
const PATIENCE = 40;
/** Whoever types has not written the next letter for so long. In ms. */
const TYPING = 120;
/** A list of what is so at the moment is read anew so often at most, in ms. */
const LEAST_AGE = 800;
/** A search in a large fleet takes time of the simulator: the page rests so many times as long as the last answer took. */
const REST = 40;
const LONGEST_AGE = 10_000;

export const EVERY_DEVICE: FleetQuery = { search: '', state: '', profile: '' };

export type FleetCache = ReturnType<typeof createFleetCache>;

export function createFleetCache(api: Api, machine: BrowserClock) {
  const query = signal(EVERY_DEVICE);
  const count = signal<number | undefined>(undefined);
  const edition = signal(0);
  const shelf = createShelf(() => machine.now());
  const underWay = new Set<number>();
  let shown = { from: 0, to: PAGE };
  let asked = 0;
  let typedAt = -TYPING;
  let age = LEAST_AGE;
  const timers = createTimers(machine);

  const read = async (page: number): Promise<void> => {
    if (underWay.has(page)) return;
    underWay.add(page);
    const mine = asked;
    const began = machine.now();
    const answer = await api.get<DevicePage>(`/devices?${searchOf(query.value, page)}`);
    if (mine !== asked) return;
    underWay.delete(page);
    age = Math.min(LONGEST_AGE, Math.max(LEAST_AGE, (machine.now() - began) * REST));
    if (!answer.ok) return;
    shelf.put(page, answer.value.devices);
    count.value = answer.value.count;
    edition.value++;
  };
  const readShown = (anew: boolean): void => {
    const last = Math.floor(Math.max(shown.from, shown.to - 1) / PAGE);
    for (let page = Math.floor(shown.from / PAGE); page <= last; page++)
      if (anew || !shelf.has(page)) void read(page);
  };
  const readSoon = (): void =>
    timers.putOff(Math.max(PATIENCE, typedAt + TYPING - machine.now()), () => readShown(false));
  const clear = (): void => {
    asked++;
    shelf.clear();
    underWay.clear();
    edition.value++;
  };
  return {
    query,
    count,
    /** Becomes another number when a device has become another one. */
    edition,
    at: shelf.at,
    /** Reads what is missing of these places. */
    show: (from: number, to: number): void => {
      shown = { from, to };
      readSoon();
    },
    take: (changed: readonly DeviceSummary[], more: boolean): void => {
      if (shelf.renew(changed)) edition.value++;
      if (more || (changed.length > 0 && query.value.state !== '')) timers.keep(age, () => readShown(true));
    },
    ask: (next: FleetQuery): void => {
      query.value = next;
      shown = { from: 0, to: PAGE };
      clear();
      typedAt = machine.now();
      readSoon();
    },
    forget: (): void => {
      clear();
      readShown(true);
    },
  };
}

/** A timer that a later call puts off, and one that it leaves as it is. */
function createTimers(machine: BrowserClock) {
  let cancel = (): void => undefined;
  let isKept = false;
  return {
    putOff: (ms: number, run: () => void): void => {
      cancel();
      cancel = machine.after(ms, run);
    },
    keep: (ms: number, run: () => void): void => {
      if (isKept) return;
      isKept = true;
      machine.after(ms, () => {
        isKept = false;
        run();
      });
    },
  };
}

/** The pages that have been read; those that were read first go first. */
function createShelf(now: () => number) {
  const pages = new Map<number, readonly string[]>();
  const devices = new Map<string, CachedDevice>();
  const drop = (page: number): void => {
    for (const deviceId of pages.get(page) ?? []) devices.delete(deviceId);
    pages.delete(page);
  };
  const keep = (list: readonly DeviceSummary[]): void => {
    const readAt = now();
    for (const device of list) devices.set(device.deviceId, { device, readAt });
  };
  return {
    has: (page: number): boolean => pages.has(page),
    at: (index: number): CachedDevice | undefined => {
      const deviceId = pages.get(Math.floor(index / PAGE))?.[index % PAGE];
      return deviceId === undefined ? undefined : devices.get(deviceId);
    },
    put: (page: number, list: readonly DeviceSummary[]): void => {
      drop(page);
      pages.set(
        page,
        list.map(({ deviceId }) => deviceId),
      );
      keep(list);
      const [oldest] = pages.keys();
      if (pages.size > MOST_PAGES && oldest !== undefined) drop(oldest);
    },
    /** Takes devices as they are now; false when none of them is on the shelf. */
    renew: (list: readonly DeviceSummary[]): boolean => {
      const known = list.filter(({ deviceId }) => devices.has(deviceId));
      keep(known);
      return known.length > 0;
    },
    clear: (): void => {
      pages.clear();
      devices.clear();
    },
  };
}

function searchOf({ search, state, profile }: FleetQuery, page: number): string {
  return new URLSearchParams({
    limit: String(PAGE),
    offset: String(page * PAGE),
    ...(search !== '' && { search }),
    ...(state !== '' && { state }),
    ...(profile !== '' && { profile }),
  }).toString();
}
