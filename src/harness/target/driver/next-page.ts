// Where the next page of a device list begins, when the dialect counts pages: what a cursor would have said.
import type { DeviceList } from '../../../contract/schemas/device.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Call } from '../call.js';

type Asked = Extract<Call, { name: 'listDevices' }>;

/** The list with `nextCursor`, as `cursor` of the next call takes it; as it is where the server gives out cursors. */
export function withNextPage({ paging, without }: Dialect, asked: Asked, list: DeviceList): DeviceList {
  if (paging.counts === 'nothing' || without.has('paging') || list.nextCursor !== undefined) return list;
  const here = asked.cursor === undefined ? paging.from : Number(asked.cursor);
  if (!Number.isSafeInteger(here) || list.devices.length === 0) return list;
  const size = asked.limit ?? list.pageSize ?? list.devices.length;
  const before = paging.counts === 'devices' ? here : (here - paging.from) * size;
  const next = paging.counts === 'devices' ? here + list.devices.length : here + 1;
  return hasMore(list, before, size) ? { ...list, nextCursor: String(next) } : list;
}

/** @param before how many devices came on the pages before. */
function hasMore({ more, pages, total, devices }: DeviceList, before: number, size: number): boolean {
  if (more !== undefined) return more;
  if (pages !== undefined) return Math.floor(before / size) + 1 < pages;
  return total !== undefined && before + devices.length < total;
}
