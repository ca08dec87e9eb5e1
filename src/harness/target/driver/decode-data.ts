// The `data` of a successful reply in canonical terms, as far as the shape is known and fits.
import { accessToken } from '../../../contract/schemas/access.js';
import type { Command } from '../../../contract/schemas/command.js';
import type { DeviceList } from '../../../contract/schemas/device.js';
import type { CommandValue, Decoded, Dialect, Mismatch } from '../../../dialect/dialect.js';
import { unreachable } from '../../../kernel/assert.js';
import type { Call } from '../call.js';
import { inShort, issues, kindOfJson } from './words.js';

export interface DecodedData {
  readonly data: unknown;
  /** Because of these, the data are as they came. */
  readonly mismatches: readonly Mismatch[];
  /** What these speak of was left out of the data: it may be absent. */
  readonly borne: readonly Mismatch[];
}

const AT = '/data';

export function decodeData(dialect: Dialect, call: Call, data: unknown): DecodedData {
  const decoded = decode(dialect, call, data);
  if (!decoded) return { data, mismatches: [], borne: [] };
  if (decoded.ok) return { data: decoded.value, mismatches: [], borne: [] };
  const mismatches = shielded(call, decoded.mismatches);
  if (decoded.bearable === undefined) return { data, mismatches, borne: [] };
  return { data: decoded.bearable, mismatches: [], borne: mismatches };
}

function decode(dialect: Dialect, call: Call, data: unknown): Decoded<unknown> | undefined {
  const { shapes } = dialect;
  switch (call.name) {
    case 'createToken':
      return decodeToken(dialect, data);
    case 'listDevices':
      return withNext(dialect, call, shapes.deviceList.decode(data, AT));
    case 'refresh':
      return shapes.deviceDetail.decode(data, AT);
    case 'readConfig':
      return shapes.deviceConfig.decode(data, AT);
    case 'listProfiles':
      return shapes.profileList.decode(data, AT);
    case 'readCommand':
    case 'operate':
      return decodeCommand(dialect, data);
    case 'addDevice':
      return shapes.deviceAdded.decode(data, AT);
    case 'createTicket':
      return shapes.ticket.decode(data, AT);
    case 'removeDevice':
    case 'changePassword':
    case 'ping':
    case 'http':
    case 'frame':
      return undefined;
    default:
      return unreachable(call);
  }
}

function withNext(
  dialect: Dialect,
  call: Extract<Call, { name: 'listDevices' }>,
  decoded: Decoded<DeviceList>,
): Decoded<DeviceList> {
  if (decoded.ok) return { ok: true, value: withNextPage(dialect, call, decoded.value) };
  const { bearable } = decoded;
  return bearable === undefined ? decoded : { ...decoded, bearable: withNextPage(dialect, call, bearable) };
}

/** The fields of a token are fixed by the interface, so a dialect says nothing of them but the unit of its life. */
function decodeToken({ lifetimeUnit }: Dialect, data: unknown): Decoded<unknown> {
  const parsed = accessToken.safeParse(data);
  if (parsed.success)
    return { ok: true, value: { ...parsed.data, expiresIn: parsed.data.expiresIn * lifetimeUnit } };
  const mismatches = parsed.error.issues.map(({ path, message }) => ({
    pointer: [AT, ...path.map(String)].join('/'),
    expected: message.replace(/^Invalid \w+: expected /, '').replace(/, received .*$/, ''),
    actual: inShort(
      path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], data),
    ),
    declaredAt: 'the interface',
  }));
  return { ok: false, mismatches };
}

function decodeCommand(dialect: Dialect, data: unknown): Decoded<{ command: Command }> {
  const decoded = dialect.command.decode(
    (data as { command?: unknown } | undefined)?.command,
    `${AT}/command`,
  );
  if (decoded.ok) return { ok: true, value: { command: flat(decoded.value) } };
  const { mismatches, bearable } = decoded;
  if (bearable === undefined) return { ok: false, mismatches };
  return { ok: false, mismatches, bearable: { command: flat(bearable) } };
}

/** With `operation` and `params` side by side, as the interface has them. */
function flat({ operation, result, ...rest }: CommandValue): Command {
  return {
    ...rest,
    operation: operation.name,
    params: operation.params,
    ...(result === undefined ? {} : { result }),
  };
}

/** What came in the place of a token or ticket may be one all the same: say of which kind it is, not what. */
function shielded(call: Call, mismatches: readonly Mismatch[]): readonly Mismatch[] {
  if (!issues(call)) return mismatches;
  return mismatches.map((mismatch) => ({ ...mismatch, actual: kindOfJson(mismatch.actual) }));
}

// Where the next page of a device list begins, when the dialect counts pages: what a cursor would have said.

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
