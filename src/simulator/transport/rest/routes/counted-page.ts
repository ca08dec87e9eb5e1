// A page of the device list, where the dialect counts pages or devices instead of giving out cursors.
import type { DeviceList } from '../../../../contract/schemas/device.js';
import type { Paging } from '../../../../dialect/paging.js';
import type { ServiceResult } from '../../../service/outcome.js';
import type { ListedDevices } from '../../../service/service.js';
import { invalid } from '../route.js';

/** @param search the query of the request; what it does not ask for is the first page, with all devices on it. */
export function countedPage(
  { devices: first, rest }: ListedDevices,
  search: string,
  paging: Paging,
): ServiceResult<DeviceList> {
  const query = new URLSearchParams(search);
  const limit = query.get(paging.limit);
  const asked = query.get(paging.cursor) ?? String(paging.from);
  if (limit !== null && !/^[1-9]\d{0,5}$/.test(limit))
    return invalid(`${paging.limit} is a whole number from 1.`);
  if (!/^\d{1,6}$/.test(asked) || Number(asked) < paging.from)
    return invalid(`${paging.cursor} is a whole number from ${paging.from}.`);
  const all = rest ? [...first, ...rest()] : first;
  const size = limit === null ? Math.max(1, all.length) : Number(limit);
  return { ok: true, value: pageAt(all, size, Number(asked), paging) };
}

function pageAt(
  all: DeviceList['devices'],
  size: number,
  asked: number,
  { counts, from }: Paging,
): DeviceList {
  const before = counts === 'pages' ? (asked - from) * size : asked;
  const devices = all.slice(before, before + size);
  const more = before + devices.length < all.length && devices.length > 0;
  return {
    devices,
    page: counts === 'pages' ? asked : Math.floor(before / size) + 1,
    pageSize: size,
    total: all.length,
    pages: Math.ceil(all.length / size),
    more,
    ...(more && { nextCursor: String(counts === 'pages' ? asked + 1 : before + devices.length) }),
  };
}
