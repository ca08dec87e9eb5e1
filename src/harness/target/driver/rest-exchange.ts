// One request over REST and what came of it, recorded.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { ShapeValue } from '../../../contract/schemas/shapes.js';
import { formatDuration } from '../../../kernel/duration.js';
import { isObject } from '../../../kernel/json.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Call, CallOutcome, CallReply, Exchange } from '../call.js';
import { secretLike } from '../secret-like.js';
import type { Breakage, HttpOutcome, HttpReply } from '../transport.js';
import { type Driver, shownBody, type TraceRecorder } from './driver.js';
import { issues, readHttpReply, type ReadReply } from './read-reply.js';
import { type PreparedRest, restRequest } from './prepared.js';
import { CALL_INTERRUPTED, withinPatience } from './within-patience.js';
import type { AskedRequest } from '../answers.js';
import { defined } from '../../../kernel/defined.js';

export interface RestOptions {
  readonly client: string;
  /** The access token to send; none when absent. */
  readonly token?: string;
  /** It is the client's own. */
  readonly own?: boolean;
  readonly cutAfterSending: boolean;
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
  /** It is to be granted. */
  readonly wanted?: boolean | undefined;
}

export async function restExchange(
  driver: Driver,
  recorder: TraceRecorder,
  call: Call,
  options: RestOptions,
): Promise<Exchange> {
  const { clock, dialect, transport } = driver;
  const request = restRequest(dialect, bySerial(driver, call), driver.client(options.client));
  keepSecretsOf(driver, call, options.client);
  const headers = withToken(request.headers, options.token);
  // Asked before anything is recorded as sent.
  transport.admit({ kind: 'http', ...request, headers });
  await driver.ceiling.admit(options.signal);

  const exchange = driver.nextExchange();
  const sent = recordRequest(driver, recorder, { exchange, request, headers, options });
  const { result, over } = await withinPatience(clock, options, (signal) =>
    transport.http({ ...request, headers }, { signal, cutAfterSending: options.cutAfterSending }),
  );
  const { outcome, at } = conclude(driver, recorder, { exchange, call, result, over, options });
  noteOutcome(driver, { ...request.facts, ...options, sentAt: sent.at }, outcome, at);
  return { id: exchange, channel: 'rest', call, sentAt: sent.at, answeredAt: at, outcome };
}

/** What the books of the run learn from an exchange, over either channel. */
export function noteOutcome(
  { answers, quotas, roundTrips }: Driver,
  asked: AskedRequest & { readonly sentAt: number },
  outcome: CallOutcome,
  answeredAt: number,
): void {
  answers.note(asked, outcome);
  quotas.note(asked, outcome);
  if (outcome.kind === 'reply') roundTrips.note(asked.what, answeredAt - asked.sentAt);
}

function keepSecretsOf({ secrets, client }: Driver, call: Call, name: string): void {
  // A secret with another case gives the right one away.
  if (call.name === 'createToken' && call.secretLike !== undefined)
    secrets.keepForAWhile(secretLike(client(name).clientSecret, call.secretLike), '<secret>', {
      wholeOnly: true,
    });
  if (call.name === 'createToken' && call.clientSecret !== undefined)
    // Mostly a wrong one on purpose, with words in it that other names have, too.
    secrets.keepForAWhile(call.clientSecret, '<secret>', { wholeOnly: true });
  if (call.name === 'addDevice') secrets.keepForAWhile(call.addition.password, '<password>');
  if (call.name !== 'changePassword') return;
  const { currentPassword } = call.change;
  if (currentPassword !== undefined) secrets.keepForAWhile(currentPassword, '<password>');
  secrets.keepForAWhile(call.change.newPassword, '<new password>');
}

/** Headers written by hand win. */
function withToken(
  headers: Readonly<Record<string, string>>,
  token: string | undefined,
): Record<string, string> {
  const byHand = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return token === undefined || byHand ? { ...headers } : { ...headers, authorization: `Bearer ${token}` };
}

interface Sending {
  readonly exchange: number;
  readonly request: PreparedRest;
  readonly headers: Readonly<Record<string, string>>;
  readonly options: RestOptions;
}

function recordRequest(
  { secrets, tokens }: Driver,
  recorder: TraceRecorder,
  sending: Sending,
): { readonly at: number } {
  const { exchange, request, headers, options } = sending;
  const issue = tokens.issueOf((headers['authorization'] ?? '').replace(/^Bearer /, ''));
  return recorder.record({
    kind: 'request',
    exchange,
    channel: 'rest',
    client: options.client,
    ...request.facts,
    ...(issue === undefined ? {} : { token: issue }),
    method: request.method,
    path: request.path,
    headers: shownHeaders(headers, secrets),
    ...(request.shown === undefined ? {} : { body: request.shown }),
  });
}

/** With aliases in the place of tokens. */
function shownHeaders(headers: Readonly<Record<string, string>>, secrets: Secrets): Record<string, string> {
  const shown = { ...headers };
  for (const name in shown)
    if (name.toLowerCase() === 'authorization')
      shown[name] = (shown[name] ?? '').replace(
        /^(\w+ )?(.*)$/s,
        (_, scheme = '', token: string) => `${scheme}${secrets.token(token)}`,
      );
  return shown;
}

interface Ending {
  readonly exchange: number;
  readonly call: Call;
  readonly result: HttpOutcome;
  readonly over: 'late' | 'interrupted' | undefined;
  readonly options: RestOptions;
}

function conclude(
  driver: Driver,
  recorder: TraceRecorder,
  ending: Ending,
): { outcome: CallOutcome; at: number } {
  const { exchange, call, result, options } = ending;
  if (result.kind === 'broken') {
    const outcome = brokenOutcome(result, ending.over, options.patience);
    const { kind, reason, detail } = outcome;
    return { outcome, at: recorder.record({ kind, exchange, reason, detail }).at };
  }
  const read = readHttpReply(driver, call, result.reply);
  const at = recordReply(driver, recorder, ending, result.reply, read);
  learnName(driver, call, read.reply);
  const { accessToken } = isObject(read.reply.data) ? read.reply.data : {};
  if (call.name === 'createToken' && typeof accessToken === 'string')
    driver.tokens.issued(accessToken, exchange);
  return { outcome: { kind: 'reply', reply: read.reply }, at };
}

/** Giving up is ours: patience ran out, nobody waits any more, or the whole target is being closed. */
function brokenOutcome(
  broken: Breakage,
  over: Ending['over'],
  patience: number,
): Extract<CallOutcome, { kind: 'broken' }> {
  const { detail, cause, begun } = broken;
  const more = { ...(cause === undefined ? {} : { cause }), ...(begun === undefined ? {} : { begun }) };
  const part = begun === undefined ? '' : `the reply with status ${begun} broke off: `;
  if (broken.reason !== 'aborted')
    return { kind: 'broken', reason: broken.reason, detail: `${part}${detail}`, ...more };
  const time = formatDuration(patience);
  const late = begun === undefined ? `no reply within ${time}` : `no whole reply within ${time}`;
  if (over === 'late') return { kind: 'broken', reason: 'timeout', detail: late, ...more };
  return { kind: 'broken', reason: 'cut', detail: over === 'interrupted' ? CALL_INTERRUPTED : detail };
}

/** The record of a reply, over either channel. @param asked the client whose own token or connection was used. */
export function replyEntry({ tokens }: Driver, reply: CallReply, body: unknown, asked: string | undefined) {
  const { code, data, mismatches, breaches } = reply;
  return {
    kind: 'reply' as const,
    ...(code !== '' && { code }),
    ...defined({ data, body, mismatches: mismatches.length === 0 ? undefined : mismatches, breaches }),
    // What the token holds with which a client was refused for want of a permission.
    ...(asked !== undefined && code === 'AUTH_SCOPE_DENIED' && { granted: tokens.scopesOf(asked) }),
  };
}

function recordReply(
  driver: Driver,
  recorder: TraceRecorder,
  { exchange, call, options }: Ending,
  { status, headers, body, malformed }: HttpReply,
  read: ReadReply,
): number {
  const whole = issuedSecrets(driver, call, options.client, read);
  const shown = shownSecretBody(call, shownBody(body, read.parsed), read);
  const entry = {
    ...replyEntry(driver, read.reply, shown, options.own ? options.client : undefined),
    ...defined({ exchange, channel: 'rest' as const, status, malformed }),
    headers: 'set-cookie' in headers ? { ...headers, 'set-cookie': '<cookie>' } : headers,
  };
  return recorder.record(entry, whole).at;
}

// A server that chooses identifiers: what is added goes by its serial number, and its name comes with the reply.

/** The addition of the managed device by its serial number, whatever it was called before. */
function bySerial({ management }: Driver, call: Call): Call {
  const { serial } = management ?? {};
  if (call.name !== 'addDevice' || serial === undefined) return call;
  return call.addition.deviceId === management?.deviceId
    ? { ...call, addition: { ...call.addition, deviceId: serial } }
    : call;
}

function learnName({ management }: Driver, call: Call, { code, data, dialectMismatches }: CallReply): void {
  if (call.name !== 'addDevice' || code !== SUCCESS || dialectMismatches) return;
  const { device } = data as ShapeValue<'deviceAdded'>;
  management?.named?.(device.deviceId);
}

// Tokens and tickets come in replies: this makes them known before anything of their reply is recorded.

const WITHHELD = '<withheld>';

/** What the record of the reply must not show as it is: each text, and what stands in its place. */
function issuedSecrets(
  driver: Driver,
  call: Call,
  client: string,
  { reply, parsed }: ReadReply,
): ReadonlyMap<string, string> {
  const { secrets } = driver;
  const whole = new Map<string, string>();
  for (const cookie of cookiesIn(reply.headers)) secrets.keepForAWhile(cookie, '<cookie>');
  if (!issues(call)) return whole;
  const data = isObject(reply.data) ? reply.data : {};
  const { accessToken, ticket } = data;
  if (typeof accessToken === 'string' && accessToken !== '')
    whole.set(accessToken, secrets.token(accessToken, client));
  const isTicket = reply.code === SUCCESS && call.name === 'createTicket' && !reply.dialectMismatches;
  if (isTicket && typeof ticket === 'string') whole.set(ticket, secrets.ticket(ticket));
  const withhold = (text: string, wholeOnly: boolean): void => {
    if (whole.has(text)) return;
    whole.set(text, WITHHELD);
    secrets.keepForAWhile(text, WITHHELD, { wholeOnly });
  };
  const isInPlace = whole.size > 0;
  for (const text of alike(driver, parsed, reply.headers)) withhold(text, false);
  if (isInPlace) return whole;
  // The secret is not where it should be: then any text may be the secret, of a success even one that does not look so.
  const { message, ...rest } = isObject(parsed) ? parsed : { rest: parsed };
  for (const word of wordsIn([message, ...namesIn(rest)])) withhold(word, false);
  if ((reply.status ?? 0) >= 400) return whole;
  for (const text of textsIn({ ...rest, code: 0 })) withhold(text, !looksIssued(text));
  return whole;
}

/** A success that is not even JSON may be the secret as a whole. */
function shownSecretBody(call: Call, body: unknown, { reply, parsed }: ReadReply): unknown {
  return issues(call) && parsed === undefined && (reply.status ?? 0) < 400 ? WITHHELD : body;
}

/** What else looks like a secret by its name or by itself, in refusals and in odd replies, too. */
function alike({ isSecretName }: Driver, body: unknown, headers: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') {
      if (value !== '' && (isSecretName(name) || (!PUBLIC.has(name) && looksIssued(value))))
        found.push(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? name : key);
    }
  };
  walk(isObject(body) ? { ...body, code: 0, message: 0, requestId: 0 } : body, '');
  for (const [name, value] of Object.entries(headers)) if (isSecretName(name)) found.push(value);
  return found;
}

/** Fields of these replies that anybody may read. */
const PUBLIC: ReadonlySet<string> = new Set([
  'clientId',
  'tokenType',
  'scopes',
  'requestId',
  'requiredScope',
]);

/** Long, of the characters of a token, with digits among letters: no word and no time. */
function looksIssued(text: string): boolean {
  return (
    /^[\w.~+/=-]{16,}$/.test(text) &&
    /\d/.test(text) &&
    /[A-Za-z]/.test(text) &&
    !/^\d{4}-\d\d-\d\dT/.test(text)
  );
}

function cookiesIn(headers: Readonly<Record<string, string>>): string[] {
  const { 'set-cookie': cookies = '' } = headers;
  return [...cookies.matchAll(/=([^;,\s]+)/g)].map(([, value = '']) => value).filter(looksIssued);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Words within sentences that look like a secret. */
function wordsIn(texts: readonly unknown[]): string[] {
  return texts
    .flatMap((text) => (typeof text === 'string' ? (text.match(/[\w.~+/=-]+/g) ?? []) : []))
    .filter(looksIssued);
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}
