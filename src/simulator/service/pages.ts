// Pages of the device list. One that still holds is given out again, frozen: whoever has spelled it once need not do so
// again, and nobody walks the devices for it. What comes after the first devices of a long one is walked when somebody
// asks for it; whoever has done so while the list held need not do so again.
import type { DeviceRecord } from '../../contract/schemas/device.js';
import type { DeviceDirectory } from './device-directory.js';
import type { Caller, ListedDevices, Page } from './service.js';

export interface Pages {
  /** The devices that the caller sees after the cursor, up to the limit. */
  of(caller: Caller, page: Page): ListedDevices;
}

const MAX_PAGE = 1000;
/** Devices of a list that are made at once, at most; and of a page that is kept, which takes room. */
const LARGEST = 2000;

interface Kept {
  readonly edition: number;
  readonly sees: Caller['sees'];
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly list: ListedDevices;
}

export function createPages(devices: DeviceDirectory): Pages {
  /** The last page of each client. */
  const kept = new Map<string, Kept>();
  return {
    of: ({ clientId, sees }, { limit, cursor }) => {
      const edition = devices.edition();
      const last = kept.get(clientId);
      if (last?.edition === edition && last.sees === sees && last.limit === limit && last.cursor === cursor)
        return last.list;
      const list = pageOf(devices, sees, { limit, cursor });
      if (list.devices.every(Object.isFrozen)) {
        Object.freeze(list.devices);
        kept.set(clientId, { edition, sees, limit, cursor, list: Object.freeze(list) });
      }
      return list;
    },
  };
}

function pageOf(
  devices: DeviceDirectory,
  sees: Caller['sees'],
  { limit = Infinity, cursor }: Page,
): ListedDevices {
  const most = limit === Infinity ? LARGEST : Math.min(limit, MAX_PAGE);
  const listed: DeviceRecord[] = [];
  for (const device of devices.list(cursor)) {
    if (!sees(device.deviceId)) continue;
    const last = listed.length === most ? listed.at(-1) : undefined;
    if (last && limit === Infinity) return { devices: listed, rest: () => seenAfter(devices, sees, last) };
    if (last) return { devices: listed, nextCursor: last.deviceId };
    listed.push(device);
  }
  return { devices: listed };
}

function* seenAfter(
  devices: DeviceDirectory,
  sees: Caller['sees'],
  { deviceId }: DeviceRecord,
): Generator<DeviceRecord> {
  for (const device of devices.list(deviceId)) if (sees(device.deviceId)) yield device;
}
