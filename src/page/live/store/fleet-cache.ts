// The devices of the fleet that have been read so far, by their place in the list; pages are read when they are shown.
import { type Signal, signal } from '@preact/signals';
import type { DevicePage, DeviceSummary } from '../../../simulator/control/replies.js';
import type { Machine } from '../../shared/machine.js';
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

export interface FleetCache {
  readonly query: Signal<FleetQuery>;
  readonly count: Signal<number | undefined>;
  /** Becomes another number when a device has become another one. */
  readonly edition: Signal<number>;
  at(index: number): CachedDevice | undefined;
  byId(deviceId: string): CachedDevice | undefined;
  /** Reads what is missing of these places. */
  show(from: number, to: number): void;
  take(devices: readonly DeviceSummary[], more: boolean): void;
  ask(query: FleetQuery): void;
  forget(): void;
}

const PAGE = 120;
/** Devices that are remembered: more than any screen shows. */
const MOST_PAGES = 60;
/** Places that are passed by while somebody scrolls are not read. In ms. */
const PATIENCE = 40;
/** A list of what is so at the moment is read anew so often at most, in ms. */
const LEAST_AGE = 800;

export const EVERY_DEVICE: FleetQuery = { search: '', state: '', profile: '' };

export function createFleetCache(api: Api, machine: Machine): FleetCache {
  const query = signal(EVERY_DEVICE);
  const count = signal<number | undefined>(undefined);
  const edition = signal(0);
  const pages = new Map<number, readonly string[]>();
  const devices = new Map<string, CachedDevice>();
  const underWay = new Set<number>();
  let shown = { from: 0, to: PAGE };
  let asked = 0;
  let cancel: (() => void) | undefined;
  let renewal: (() => void) | undefined;

  const put = (list: readonly DeviceSummary[]): void => {
    const readAt = machine.now();
    for (const device of list) devices.set(device.deviceId, { device, readAt });
  };
  const trim = (): void => {
    for (const page of pages.keys()) {
      if (pages.size <= MOST_PAGES) return;
      for (const deviceId of pages.get(page) ?? []) devices.delete(deviceId);
      pages.delete(page);
    }
  };
  const read = async (page: number): Promise<void> => {
    if (underWay.has(page)) return;
    underWay.add(page);
    const mine = asked;
    const answer = await api.get<DevicePage>(`/devices?${searchOf(query.value, page)}`);
    underWay.delete(page);
    if (!answer.ok || mine !== asked) return;
    put(answer.value.devices);
    pages.delete(page);
    pages.set(
      page,
      answer.value.devices.map(({ deviceId }) => deviceId),
    );
    trim();
    count.value = answer.value.count;
    edition.value++;
  };
  const readShown = (anew: boolean): void => {
    const last = Math.floor(Math.max(shown.from, shown.to - 1) / PAGE);
    for (let page = Math.floor(shown.from / PAGE); page <= last; page++)
      if (anew || !pages.has(page)) void read(page);
  };
  const renewSoon = (): void => {
    renewal ??= machine.after(LEAST_AGE, () => {
      renewal = undefined;
      readShown(true);
    });
  };
  const forget = (): void => {
    asked++;
    pages.clear();
    devices.clear();
    underWay.clear();
    edition.value++;
    readShown(true);
  };
  return {
    query,
    count,
    edition,
    at: (index) => {
      const deviceId = pages.get(Math.floor(index / PAGE))?.[index % PAGE];
      return deviceId === undefined ? undefined : devices.get(deviceId);
    },
    byId: (deviceId) => devices.get(deviceId),
    show: (from, to) => {
      shown = { from, to };
      cancel?.();
      cancel = machine.after(PATIENCE, () => readShown(false));
    },
    take: (changed, more) => {
      const known = changed.filter(({ deviceId }) => devices.has(deviceId));
      put(known);
      if (known.length > 0) edition.value++;
      if (more || (changed.length > 0 && query.value.state !== '')) renewSoon();
    },
    ask: (next) => {
      query.value = next;
      shown = { from: 0, to: PAGE };
      forget();
    },
    forget,
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
