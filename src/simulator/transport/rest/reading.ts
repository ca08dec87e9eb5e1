// Endpoints that read: devices, configuration, profiles, commands.
import type { DeviceList, DeviceRecord } from '../../../contract/schemas/device.js';
import type { CommandValue, Dialect, Paging, ShapeCodec } from '../../../dialect/dialect.js';
import { rememberingFrozen } from '../../../dialect/node.js';
import { defined } from '../../../kernel/defined.js';
import { andThen } from '../../../kernel/maybe-promise.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { ListedDevices, Page } from '../../service/service.js';
import { commandData, invalid, type Route, type RouteContext, written } from '../envelope.js';
import { type Body, createFinalLongBody } from './message.js';

export function readingRoutes({
  service,
  dialect,
}: RouteContext): Record<
  'devices.list' | 'devices.read' | 'devices.config' | 'profiles.list' | 'commands.read',
  Route
> {
  const { shapes, paging, without } = dialect;
  const commandText = rememberingFrozen((command: CommandValue) => commandData(dialect, command));
  const listBody = createListWriter(shapes.deviceList);
  return {
    'devices.list': ({ caller, search }) => {
      if (paging.counts !== 'nothing' && !without.has('paging'))
        return andThen(service.listDevices(caller, {}), (listed) =>
          listed.ok ? written(countedPage(listed.value, search, dialect), shapes.deviceList.write) : listed,
        );
      const page = without.has('paging') ? WHOLE : pageOf(search, dialect);
      if (!page.ok) return page;
      return andThen(service.listDevices(caller, page.value), (listed) =>
        listed.ok ? { ok: true, value: listBody(listed.value) } : listed,
      );
    },
    'devices.read': ({ caller, parameters }) =>
      andThen(service.refresh(caller, parameters['deviceId'] ?? ''), (state) =>
        written(state, shapes.deviceDetail.write),
      ),
    'devices.config': ({ caller, parameters }) =>
      andThen(service.readConfig(caller, parameters['deviceId'] ?? ''), (config) =>
        written(config, shapes.deviceConfig.write),
      ),
    'profiles.list': ({ caller }) =>
      andThen(service.listProfiles(caller), (listed) => written(listed, shapes.profileList.write)),
    'commands.read': ({ caller, parameters }) =>
      andThen(service.readCommand(caller, parameters['commandId'] ?? ''), (read) =>
        written(read, commandText),
      ),
  };
}

/** Writes lists. One that is final is written once. Its text goes with it; of long lists the last one has its text. */
function createListWriter(codec: ShapeCodec<DeviceList>): (listed: ListedDevices) => Body {
  const texts = new WeakMap<ListedDevices, string>();
  let lastLong: { readonly listed: ListedDevices; readonly body: Body } | undefined;
  return (listed) => {
    const known = lastLong?.listed === listed ? lastLong.body : texts.get(listed);
    if (known !== undefined) return known;
    const { rest, ...list } = listed;
    if (!rest) {
      const text = codec.write(list);
      if (Object.isFrozen(listed)) texts.set(listed, text);
      return text;
    }
    const body = longBody(codec, list, rest);
    if (Object.isFrozen(listed)) lastLong = { listed, body };
    return body;
  };
}

/** A long list is walked while it is sent. */
function longBody(
  codec: ShapeCodec<DeviceList>,
  list: DeviceList,
  rest: NonNullable<ListedDevices['rest']>,
): Body {
  const { devices } = list;
  const all = function* all(): Generator<DeviceRecord> {
    yield* devices;
    yield* rest();
  };
  return createFinalLongBody(() =>
    codec.parts({ ...list, devices: all() }, () => ({ ...list, devices: [...all()] })),
  );
}

const WHOLE: ServiceResult<Page> = { ok: true, value: {} };

/** How many devices a page has where no request says it. */
const FIXED_PAGE_SIZE = 10;

function pageOf(search: string, dialect: Dialect): ServiceResult<Page> {
  if (search === '' && !dialect.without.has('page-size')) return WHOLE;
  const query = new URLSearchParams(search);
  const cursor = query.get(dialect.paging.cursor);
  const limit = limitOf(query, dialect);
  return limit.ok ? { ok: true, value: defined({ limit: limit.value, cursor: cursor ?? undefined }) } : limit;
}

function limitOf(query: URLSearchParams, { paging, without }: Dialect): ServiceResult<number | undefined> {
  if (without.has('page-size')) return { ok: true, value: FIXED_PAGE_SIZE };
  const limit = query.get(paging.limit);
  if (limit === null) return { ok: true, value: undefined };
  return /^[1-9]\d{0,5}$/.test(limit)
    ? { ok: true, value: Number(limit) }
    : invalid(`${paging.limit} is a whole number from 1.`);
}

// A page of the device list, where the dialect counts pages or devices instead of giving out cursors.

/** @param search the query of the request; what it does not ask for is the first page, with all devices on it. */
function countedPage(
  { devices: first, rest }: ListedDevices,
  search: string,
  dialect: Dialect,
): ServiceResult<DeviceList> {
  const { paging } = dialect;
  const query = new URLSearchParams(search);
  const asked = query.get(paging.cursor) ?? String(paging.from);
  if (!/^\d{1,6}$/.test(asked) || Number(asked) < paging.from)
    return invalid(`${paging.cursor} is a whole number from ${paging.from}.`);
  const all = rest ? [...first, ...rest()] : first;
  const limit = limitOf(query, dialect);
  if (!limit.ok) return limit;
  return { ok: true, value: pageAt(all, limit.value ?? Math.max(1, all.length), Number(asked), paging) };
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
