// From a body to a Reply: the envelope as far as it is one, the data as far as they fit.
import { STATED_ERROR_CODES, SUCCESS } from '../../../contract/error-codes.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { isObject } from '../../../kernel/json.js';
import type { RequestFacts } from '../../../trace/record.js';
import type { Call, CallReply } from '../call.js';
import { retryAfterIn } from '../interference.js';
import { formOfReply } from '../misfit/form.js';
import type { MisfitBreach } from '../misfit/misfit-breach.js';
import { type DecodedData, decodeData } from './decode-data.js';
import type { Driver } from './driver.js';
import { parseJson } from './parse-json.js';
import { inShort, issues, kindOf, mismatchWords } from './words.js';

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
export type ReplyReader = Pick<Driver, 'dialect' | 'misfits'>;

/** Of a request that was recorded: the call by whose form its reply is read. */
export function callReadBy({ what, deviceId = '', commandId = '', operation }: RequestFacts): Call {
  switch (what) {
    case 'token.create':
      return { name: 'createToken' };
    case 'devices.list':
      return { name: 'listDevices' };
    case 'devices.read':
    case 'device.state.get':
      return { name: 'refresh', deviceId };
    case 'devices.config':
      return { name: 'readConfig', deviceId };
    case 'profiles.list':
      return { name: 'listProfiles' };
    case 'commands.read':
      return { name: 'readCommand', commandId };
    case 'ticket.create':
      return { name: 'createTicket' };
    case 'session.ping':
      return { name: 'ping' };
    default:
      // Of an added device and a password nothing is judged: what was asked for is a secret.
      return operation ? { name: 'operate', deviceId, operation } : { name: 'http', method: '', path: '' };
  }
}

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
  const shown = issues(call) ? kindOf : inShort;
  const { code, message, requestId, data } = fields;
  const mismatches = isObject(body)
    ? envelopeMismatches(fields, shown)
    : [expected('', 'an object', shown(body))];
  const fits = code === SUCCESS && (data === undefined || isObject(data));
  const decoded = fits ? decodeData(dialect, call, data) : { data, mismatches: [], borne: [] };
  const breaches = fits ? breachesIn(reading, call, { ...decoded, came: data, ...(http && { http }) }) : [];
  return {
    code: typeof code === 'string' ? canonicalCode(dialect, code) : '',
    message: typeof message === 'string' ? message : '',
    ...(typeof requestId === 'string' ? { requestId } : {}),
    data: decoded.data,
    mismatches: [...mismatches, ...decoded.mismatches.map(mismatchWords)],
    ...(decoded.mismatches.length > 0 ? { dialectMismatches: decoded.mismatches } : {}),
    ...(breaches.length > 0 ? { breaches } : {}),
    ...httpPart(http, data),
  };
}

function breachesIn(
  { misfits }: ReplyReader,
  call: Call,
  { mismatches, borne, came, http }: DecodedData & { readonly came: unknown; readonly http?: HttpPart },
): readonly MisfitBreach[] {
  const form = formOfReply(call);
  if (!form) return [];
  return misfits.see(form, [...mismatches, ...borne], { channel: http ? 'rest' : 'ws', data: came });
}

function envelopeMismatches(
  { code, message, requestId, data }: Record<string, unknown>,
  shown: (value: unknown) => string,
): string[] {
  const found: string[] = [];
  if (typeof code !== 'string' || code === '') found.push(expected('/code', 'a text', shown(code)));
  if (typeof message !== 'string') found.push(expected('/message', 'a text', shown(message)));
  if (requestId !== undefined && typeof requestId !== 'string')
    found.push(expected('/requestId', 'a text', shown(requestId)));
  if (data !== undefined && !isObject(data)) found.push(expected('/data', 'an object', shown(data)));
  return found;
}

function expected(pointer: string, what: string, got: string): string {
  return `${pointer || 'the body'}: expected ${what}, got ${got} (the interface)`;
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
  const seconds = retryAfter(data, headers);
  return {
    headers,
    ...(http === undefined ? {} : { status: http.status }),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  };
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
