// Laws of single replies: the envelope, the form of the data, the status, the announced wait, the permission.
import { ENDPOINTS } from '../../contract/endpoints.js';
import { SUCCESS, STATUS_OF_CODE } from '../../contract/error-codes.js';
import { operationFacts } from '../../contract/operations.js';
import { isRuleId } from '../../contract/rules/catalogue.js';
import { grants, type Scope, SCOPES } from '../../contract/scopes.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { MisfitRecord, RequestRecord } from '../../trace/record.js';
import { FROM_PROXIES } from '../target/interference.js';
import { promiseOf } from '../target/promises.js';
import { type Invariant, type InvariantJudgement, judgement, shownBy } from './invariant.js';
import { sightingOf, successesWithCommand, retryAfterGiven, retryAfterOf } from './sightings.js';
import { type AnsweredCall, answerWords, isRaw, type TraceView } from './trace-view.js';

// Every reply is the envelope: code, message, data, and in REST errors the requestId.

export const envelopeInvariant: Invariant = {
  name: 'envelope',
  rules: ['envelope.json', 'envelope.code', 'envelope.message', 'envelope.data', 'envelope.error-request-id'],
  judge: ({ answered }) =>
    answered
      .filter((exchange) => !isRaw(exchange) && !FROM_PROXIES.has(exchange.reply.status ?? 0))
      .flatMap(judgeReply),
};

function judgeReply(exchange: AnsweredCall): readonly InvariantJudgement[] {
  const { reply, id } = exchange;
  const { body } = reply;
  const rest = reply.channel === 'rest';
  const json = rest
    ? [judgement('envelope.json', isObject(body), 'a JSON object', () => bodyWords(body), id)]
    : [];
  for (const actual of reply.malformed ?? [])
    json.push(judgement('envelope.json', false, 'UTF-8, as all of JSON', actual, id));
  if (!isObject(body)) return json;
  const { code, message, data, requestId } = body;
  const succeeded = code === SUCCESS;
  const said = (): string => answerWords(exchange);
  const judgements = [
    ...json,
    judgement(
      'envelope.code',
      typeof code === 'string' && code !== '' && !isMisspeltSuccess(body, reply.status),
      `code: a string, and ${SUCCESS} exactly on success`,
      () => `code: ${words(code)}`,
      id,
    ),
    judgement(
      'envelope.message',
      typeof message === 'string' && (!succeeded || message === 'OK'),
      succeeded ? 'message: OK' : 'message: a string',
      () => `${said()}, message: ${words(message)}`,
      id,
    ),
    judgement(
      'envelope.data',
      data === undefined || data === null || isObject(data),
      'data: an object, or none',
      () => `data: ${bodyWords(data)}`,
      id,
    ),
  ];
  if (!rest || succeeded || isMisspeltSuccess(body, reply.status)) return judgements;
  const carried = typeof requestId === 'string' && requestId !== '';
  const actual = (): string => `${said()}, requestId: ${words(requestId)}`;
  return [...judgements, judgement('envelope.error-request-id', carried, 'requestId: a string', actual, id)];
}

/** What is meant by a success under another code. */
const SUCCESS_WORDS = /^(?:success|succeeded|ok)$/i;

/** Another code with the status and the message of a success; over WebSocket, where messages prove nothing, its word. */
function isMisspeltSuccess({ code, message }: Record<string, unknown>, status: number | undefined): boolean {
  if (typeof code !== 'string' || code === SUCCESS || STATUS_OF_CODE[code] !== undefined) return false;
  if (status === undefined) return SUCCESS_WORDS.test(code) && message === 'OK';
  return status === 200 && message === 'OK';
}

/** What is right needs no showing, and may be long. */
function bodyWords(body: unknown): string {
  return isObject(body) ? 'a JSON object' : words(body);
}

/** A value of the wire, short enough for a report. */
export function words(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

// What came is of the form that the interface and the dialect give. Whether it is the dialect that is wrong was decided
// when the record was made (target/misfit): here, it is not.

/** It only ever speaks of what does not fit, so no scenario can count on it for a rule. */
export const fitting: Invariant = {
  name: 'fitting',
  rules: [],
  judge: ({ answered, events, strays }) => [
    ...answered
      .filter(({ request }) => !isConfused(request.connection, strays))
      .flatMap(({ id, reply }) => judgeAll(reply.breaches, '', id)),
    ...events.flatMap((event) =>
      judgeAll(event.breaches, ` in an event ${event.topic} on ${event.connection}`).map((each) =>
        shownBy(each, event),
      ),
    ),
  ],
};

/** Where a request has two replies, each may be that of another one (ws.correlation). */
function isConfused(connection: string | undefined, strays: TraceView['strays']): boolean {
  return strays.some(({ connection: on, text }) => {
    if (on !== connection) return false;
    const frame = jsonIn(text);
    return isObject(frame) && frame['type'] === 'reply';
  });
}

function judgeAll(
  breaches: readonly MisfitRecord[] = [],
  where: string,
  ...exchanges: readonly number[]
): readonly InvariantJudgement[] {
  return breaches.flatMap(({ rule, expected, actual }) =>
    isRuleId(rule) ? [judgement(rule, false, expected, `${actual}${where}`, ...exchanges)] : [],
  );
}

// Nobody is refused for want of a permission that the token in use holds (Permissions: what each scope grants).

export const denied: Invariant = {
  name: 'denied',
  // It only ever speaks of breaches, so no scenario can count on it for a rule.
  rules: [],
  judge: (view) => view.answered.flatMap((each) => judgeDenied(each, view)),
};

function judgeDenied({ id, request, reply }: AnsweredCall, view: TraceView): readonly InvariantJudgement[] {
  const { granted = [], code, data } = reply;
  if (code !== 'AUTH_SCOPE_DENIED' || !isObject(data)) return [];
  const needed = neededFor(request);
  const held = SCOPES.filter((scope) => granted.includes(scope));
  // Which scope is named has a rule of its own; a device of others may be refused in any way.
  if (needed === undefined || data['requiredScope'] !== needed || !grants(held, needed)) return [];
  if (!isItsOwn(request, view)) return [];
  const rule = needed === 'device:read' ? 'scope.read-included' : promiseOf(request.what);
  const expected = `no refusal for want of ${needed} for a token with ${held.join(', ')}`;
  return rule ? [judgement(rule, false, expected, `AUTH_SCOPE_DENIED, requiredScope ${needed}`, id)] : [];
}

function neededFor({ what, operation }: RequestRecord): Scope | undefined {
  if (what === 'device.operation.execute') return operation && operationFacts(operation.name).scope;
  if (what === 'device.state.get') return 'device:read';
  const access = Object.hasOwn(ENDPOINTS, what)
    ? ENDPOINTS[what as keyof typeof ENDPOINTS].access
    : undefined;
  return SCOPES.find((scope) => scope === access);
}

/** The client has been seen to have access to what it asks for. */
export function isItsOwn({ client, deviceId, commandId }: RequestRecord, { answered }: TraceView): boolean {
  if (commandId !== undefined)
    return successesWithCommand(answered)
      .filter(({ request }) => request.client === client && request.what !== 'commands.read')
      .flatMap(sightingOf)
      .some((sighting) => sighting.commandId === commandId);
  if (deviceId === undefined) return true;
  return answered.some(
    ({ request, reply }) =>
      request.client === client && request.deviceId === deviceId && reply.code === SUCCESS,
  );
}

// The pairs of HTTP status and code that the interface states.

export const statusCodes: Invariant = {
  name: 'status-codes',
  rules: ['envelope.status-code-pairs'],
  judge: ({ answered }) =>
    answered
      .filter((exchange) => exchange.reply.channel === 'rest' && !isRaw(exchange))
      .flatMap((exchange) => {
        const { status, code } = exchange.reply;
        if (status === undefined || code === undefined) return [];
        const due = STATUS_OF_CODE[code];
        // There the code is wrong, and not the status (envelope.code).
        if (isObject(exchange.reply.body) && isMisspeltSuccess(exchange.reply.body, status)) return [];
        // Refusals with a code of their own may have any status but the one of success.
        const held = due === undefined ? status !== 200 : due === status;
        const expected = due === undefined ? `${code} with any status but 200` : `${due} ${code}`;
        return judgement(
          'envelope.status-code-pairs',
          held,
          expected,
          () => answerWords(exchange),
          exchange.id,
        );
      }),
};

// Every refusal as too frequent says how long to wait, in the header and in the data alike.

export const rateLimits: Invariant = {
  name: 'rate-limits',
  rules: [
    'limits.shape',
    'refresh.rate-limited-websocket',
    'refresh.rate-limited-rest',
    'limits.ticket-endpoint',
  ],
  judge: ({ answered }) =>
    answered
      .filter((exchange) => !isRaw(exchange) && exchange.reply.code === 'RATE_LIMITED')
      .flatMap((exchange) =>
        exchange.reply.channel === 'rest' ? overRest(exchange) : overWebSocket(exchange),
      ),
};

function overRest(exchange: AnsweredCall): readonly InvariantJudgement[] {
  const { headers = {} } = exchange.reply;
  const header = headers['retry-after'];
  const seconds = retryAfterOf(exchange);
  const announced = header === undefined || !/^\d+$/.test(header.trim()) ? undefined : Number(header);
  // One of the two may be rounded to whole seconds.
  const agree =
    announced !== undefined && seconds !== undefined && seconds >= 0 && Math.abs(announced - seconds) < 1;
  const expected = 'a header Retry-After in seconds, and data.retryAfterSeconds of the same meaning';
  const actual = `Retry-After: ${header ?? 'nothing'}, retryAfterSeconds: ${words(retryAfterGiven(exchange))}`;
  const rules = ['limits.shape', ...ruleOf(exchange)] as const;
  return rules.map((rule) => judgement(rule, agree, expected, actual, exchange.id));
}

function overWebSocket(exchange: AnsweredCall): readonly InvariantJudgement[] {
  const seconds = retryAfterOf(exchange);
  const held = seconds !== undefined && seconds >= 0;
  const rule =
    exchange.request.what === 'device.state.get' ? 'refresh.rate-limited-websocket' : 'limits.shape';
  const actual = `retryAfterSeconds: ${words(retryAfterGiven(exchange))}`;
  return [judgement(rule, held, 'data.retryAfterSeconds: a number', actual, exchange.id)];
}

function ruleOf({ request }: AnsweredCall): ('refresh.rate-limited-rest' | 'limits.ticket-endpoint')[] {
  if (request.what === 'devices.read') return ['refresh.rate-limited-rest'];
  return request.what === 'ticket.create' ? ['limits.ticket-endpoint'] : [];
}
