// From a body to a Reply: the envelope as far as it is one, the data as far as they fit.
import { defined } from '../../../kernel/defined.js';
import { STATED_ERROR_CODES, SUCCESS } from '../../../contract/error-codes.js';
import {
  type CommandValue,
  type Decoded,
  type Dialect,
  mapDecoded,
  type Mismatch,
  withDeviceGroups,
} from '../../../dialect/dialect.js';
import type { ShapeName } from '../../../contract/schemas/shapes.js';
import { isObject } from '../../../kernel/json.js';
import { readJson } from '../../../kernel/json-limits.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { Call, CallReply } from '../call.js';
import { retryAfterIn } from '../interference.js';
import { formOfReply, type FormOfReply, type MessageForm } from '../misfit/misfits.js';
import type { Driver } from './driver.js';
import { accessToken } from '../../../contract/schemas/access.js';
import type { Command } from '../../../contract/schemas/command.js';
import type { DeviceList } from '../../../contract/schemas/device.js';
import { ENDPOINTS } from '../../../contract/endpoints.js';

export interface ReadReply {
  readonly reply: CallReply;
  /** The body as JSON; undefined when it is none. */
  readonly parsed: unknown;
}

interface HttpPart {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What replies are read by. */
export type ReplyReader = Pick<Driver, 'dialect' | 'misfits'> & Partial<Pick<Driver, 'lists'>>;

/** Of a request that was recorded: the call by whose form its reply is read. */
export function callReadBy({ what, deviceId = '', commandId = '', operation }: RequestFacts): Call {
  const name = READ_BY[what];
  if (name) return { name, deviceId, commandId } as Call;
  // Of an added device and a password nothing is judged: what was asked for is a secret.
  return operation ? { name: 'operate', deviceId, operation } : { name: 'http', method: '', path: '' };
}

const READ_BY: Readonly<Record<string, Call['name']>> = {
  'token.create': 'createToken',
  'devices.list': 'listDevices',
  'devices.read': 'refresh',
  'device.state.get': 'refresh',
  'devices.config': 'readConfig',
  'profiles.list': 'listProfiles',
  'commands.read': 'readCommand',
  'ticket.create': 'createTicket',
  'session.ping': 'ping',
};

/** A REST reply. What is no envelope is a reply all the same, with an empty code. */
export function readHttpReply(
  reading: ReplyReader,
  call: Call,
  http: HttpPart & { body: string },
): ReadReply {
  const parsed = parseJson(http.body);
  if (!parsed.ok) {
    const mismatches = [`the body: expected JSON, got ${parsed.detail}`];
    const reply = { code: '', message: '', data: undefined, mismatches };
    return { reply: { ...reply, ...httpPart(http, undefined) }, parsed: undefined };
  }
  return { reply: readEnvelope(reading, call, parsed.value, http), parsed: parsed.value };
}

/** @param http status and headers, which a WebSocket reply does not have. */
export function readEnvelope(reading: ReplyReader, call: Call, body: unknown, http?: HttpPart): CallReply {
  const { dialect } = reading;
  const fields = isObject(body) ? body : {};
  const envelope = envelopeMismatches(body, issues(call) ? (value) => kindOfJson(inShort(value)) : inShort);
  const { code, message, requestId, data } = fields;
  const fits = code === SUCCESS && (data === undefined || isObject(data));
  const form = formOfReply(call, http ? 'rest' : 'ws');
  const decoded = fits ? decodeData(reading, call, form, data) : { data, mismatches: [], borne: [] };
  const breaches =
    fits && form ? reading.misfits.see(form, [...decoded.mismatches, ...decoded.borne], data) : [];
  return {
    code: typeof code === 'string' ? canonicalCode(dialect, code) : '',
    message: typeof message === 'string' ? message : '',
    ...(typeof requestId === 'string' ? { requestId } : {}),
    data: decoded.data,
    mismatches: [...envelope, ...decoded.mismatches].map(mismatchWords),
    ...(decoded.mismatches.length > 0 ? { dialectMismatches: decoded.mismatches } : {}),
    ...(breaches.length > 0 ? { breaches } : {}),
    ...httpPart(http, data),
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The fields of an envelope: what each has to be, and whether a value is that. */
const ENVELOPE: readonly (readonly [field: string, expected: string, fits: (value: unknown) => boolean])[] = [
  ['code', 'a text', (value) => isText(value) && value !== ''],
  ['message', 'a text', isText],
  ['requestId', 'a text', (value) => value === undefined || isText(value)],
  ['data', 'an object', (value) => value === undefined || isObject(value)],
];

function envelopeMismatches(body: unknown, shown: (value: unknown) => string): readonly Mismatch[] {
  const declaredAt = 'the interface';
  if (!isObject(body)) return [{ pointer: '', expected: 'an object', actual: shown(body), declaredAt }];
  return ENVELOPE.filter(([field, , fits]) => !fits(body[field])).map(([field, expected]) => ({
    pointer: `/${field}`,
    expected,
    actual: shown(body[field]),
    declaredAt,
  }));
}

/** Only the codes that the interface leaves open have other names on the wire. */
function canonicalCode(dialect: Dialect, wireCode: string): string {
  if (wireCode === SUCCESS || Object.hasOwn(STATED_ERROR_CODES, wireCode)) return wireCode;
  const canonical = dialect.canonicalCode(wireCode);
  return canonical === undefined || Object.hasOwn(STATED_ERROR_CODES, canonical) ? wireCode : canonical;
}

function httpPart(
  http: HttpPart | undefined,
  data: unknown,
): Pick<CallReply, 'headers' | 'status' | 'retryAfterSeconds'> {
  const headers = http?.headers ?? {};
  return defined({ headers, status: http?.status, retryAfterSeconds: retryAfter(data, headers) });
}

function retryAfter(data: unknown, headers: Readonly<Record<string, string>>): number | undefined {
  const given = retryAfterIn(data);
  if (typeof given === 'number' && given >= 0) return given;
  const header = headers['retry-after'] ?? '';
  return /^\d+(\.\d+)?$/.test(header) ? Number(header) : secondsUntil(header, headers['date'] ?? '');
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * What stands before a service, such as a proxy, may announce a date (RFC 9110, 10.2.3). It is one of the server's clock,
 * so it is compared with that: the date of the reply.
 */
function secondsUntil(date: string, now: string): number | undefined {
  if (!HTTP_DATE.test(date) || !HTTP_DATE.test(now)) return undefined;
  const seconds = (Date.parse(date) - Date.parse(now)) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

// The `data` of a successful reply in canonical terms, as far as the shape is known and fits.

interface DecodedData {
  readonly data: unknown;
  /** Because of these, the data are as they came. */
  readonly mismatches: readonly Mismatch[];
  /** What these speak of was left out of the data: it may be absent. */
  readonly borne: readonly Mismatch[];
}

const AT = '/data';

function decodeData(
  { dialect, lists }: ReplyReader,
  call: Call,
  form: FormOfReply | undefined,
  data: unknown,
): DecodedData {
  const { deviceId = '' } = 'deviceId' in call ? call : {};
  const read = decode(dialect, call, form, data);
  const decoded = read && withDeviceGroups(read, (group) => lists?.(deviceId, group) ?? false);
  if (!decoded) return { data, mismatches: [], borne: [] };
  if (decoded.ok) return { data: decoded.value, mismatches: [], borne: [] };
  const mismatches = shielded(call, decoded.mismatches);
  if (decoded.bearable === undefined) return { data, mismatches, borne: [] };
  return { data: decoded.bearable, mismatches: [], borne: mismatches };
}

function decode(
  dialect: Dialect,
  call: Call,
  form: FormOfReply | undefined,
  data: unknown,
): Decoded<unknown> | undefined {
  switch (form) {
    case undefined:
      return undefined;
    case 'access token':
      return decodeToken(dialect, data);
    case 'command':
      return decodeCommand(dialect, data);
    default: {
      const decoded = dialect.shapes[SHAPE_OF[form]].decode(data, AT);
      if (call.name !== 'listDevices') return decoded;
      return mapDecoded(decoded as Decoded<DeviceList>, (list) => withNextPage(dialect, call, list));
    }
  }
}

const SHAPE_OF = {
  'device list': 'deviceList',
  'device state': 'deviceDetail',
  'device state over WebSocket': 'deviceState',
  'device configuration': 'deviceConfig',
  'list of device profiles': 'profileList',
  'added device': 'deviceAdded',
  ticket: 'ticket',
} as const satisfies Partial<Record<MessageForm, ShapeName>>;

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
  const { command } = isObject(data) ? data : {};
  return mapDecoded(dialect.command.decode(command, `${AT}/command`), (value) => ({ command: flat(value) }));
}

/** With `operation` and `params` side by side, as the interface has them. */
function flat({ operation, result, ...rest }: CommandValue): Command {
  return { ...rest, operation: operation.name, params: operation.params, ...defined({ result }) };
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

// Small pieces of wording that the driver's accounts share.

const LONGEST = 80;

/** A value as short JSON; `nothing` when there is none. */
function inShort(value: unknown): string {
  if (value === undefined) return 'nothing';
  const json = JSON.stringify(value);
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}

/** `/data/devices/0/deviceId: expected a string, got 5 (lab.yaml:12:5)`. */
export function mismatchWords({ pointer, expected, actual, declaredAt }: Mismatch): string {
  return `${pointer || 'the body'}: expected ${expected}, got ${actual} (${declaredAt})`;
}

/** Whether its reply may have a token or a ticket in it: what is wrong with it is told without what came. */
export function issues(call: Call): boolean {
  if (call.name === 'http') return ISSUING.some((endpoint) => call.path.startsWith(ENDPOINTS[endpoint].path));
  return call.name === 'createToken' || call.name === 'createTicket';
}

const ISSUING = ['token.create', 'ticket.create'] as const;

/** The kind of a value, given as short JSON. */
function kindOfJson(json: string): string {
  if (json.startsWith('"')) return 'another text';
  if (json.startsWith('{')) return 'an object';
  return json.startsWith('[') ? 'a list' : json;
}

// JSON from a target that may send anything.

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly detail: string };

/** What nests deeper, or holds more, is taken for an attack: whatever walks over it would be one of ours that fails. */
export const REPLY_JSON = { depth: 64, values: 50_000 };

export function parseJson(text: string): ParsedJson {
  const read = readJson(text, REPLY_JSON);
  if (read.ok) return read;
  const { depth, values } = REPLY_JSON;
  const details = {
    syntax: text === '' ? 'an empty text' : 'a text that is not JSON',
    depth: `JSON that nests over ${depth} levels deep`,
    values: `JSON with over ${values} values`,
  };
  return { ok: false, detail: details[read.why] };
}
