// What came to nothing each time it was asked for, while other requests succeeded. A run keeps a book of what it asks
// (target/answers); here the same book is kept of what clients asked whom nobody here knows.
import { STATUS_OF_CODE, SUCCESS } from '../../contract/error-codes.js';
import { readShape } from '../../contract/read-shape.js';
import { groupBy } from '../../kernel/group-by.js';
import { isObject } from '../../kernel/json.js';
import type { RequestRecord } from '../../trace/record.js';
import { createAnswers, kindInWords, requestKind, UNANSWERED_WORDS } from '../target/answers.js';
import type { CallOutcome } from '../target/call.js';
import { interferenceIn } from '../target/interference.js';
import { promiseOf, REFRESHES } from '../target/promises.js';
import { intendedIn, isRefused } from './history.js';
import { type Invariant, judgement } from './invariant.js';
import { isItsOwn } from './replies.js';
import { retryAfterOf } from './sightings.js';
import { isSteady, perView, type SeenExchange, type TraceView } from './trace-view.js';

/** In ms: a frame whose connection has been heard of for so long after it, and that has no reply, gets none. */
const LONGEST_REPLY = 15_000;

export const neverGranted: Invariant = {
  name: 'never-granted',
  // It only ever speaks of breaches, so no scenario can count on it for a rule.
  rules: [],
  judge: (view) => {
    let now = 0;
    const answers = createAnswers({ now: () => now });
    const ended = view.exchanges.flatMap((exchange) => endOf(exchange, view) ?? []);
    for (const { at, exchange, outcome } of ended.toSorted((a, b) => a.at - b.at)) {
      now = at;
      const { request } = exchange;
      const wanted = isRight(exchange, view);
      answers.note({ ...request, client: request.client ?? '', wanted, sentAt: request.at }, outcome);
    }
    const tries = groupBy(view.exchanges, ({ request }) => requestKind(request));
    // Who else keeps a device at work, and how large a quota is, nobody here knows.
    const found = answers.unanswered(true);
    // Where all that a token was good for is refused, the token is what is wrong, and it is told once.
    const forToken = found.filter((each) => each.forToken).slice(0, 1);
    return [...found.filter((each) => !each.forToken), ...forToken].map(
      ({ kind, rule, how, tries: count, others, answer, forToken: isForToken }) =>
        judgement(
          isForToken ? 'auth.token-issued' : rule,
          false,
          `${kindInWords(kind)}: an answer other than what is legal for a moment`,
          `${UNANSWERED_WORDS[how]} in each of ${count} tries (${answer}), while others succeeded: ${others.slice(0, 3).map(kindInWords).join(', ')}`,
          ...(tries.get(kind) ?? []).slice(-MOST_SHOWN).map(({ id }) => id),
        ),
    );
  },
};

const MOST_SHOWN = 3;

/** In ms: no operation keeps its connection waiting for so long. */
const LONGEST_OPERATION = 60_000;
/** One frame may have been lost between the service and whoever listens. */
const LEAST_PASSED_OVER = 3;

/** Requests that get no reply on a connection on which later ones get theirs. */
export const passedOver: Invariant = {
  name: 'passed-over',
  rules: [],
  judge: ({ exchanges, answered }) => {
    const repliesOn = groupBy(answered, ({ request }) => request.connection);
    const named = groupBy(exchanges, nameOf);
    const silent = exchanges.filter((exchange) => {
      const { request, reply, broken } = exchange;
      if (request.connection === undefined || reply || broken) return false;
      // Of two requests with one identifier nobody knows whose reply it is.
      if (request.requestId === undefined || named.get(nameOf(exchange))?.length !== 1) return false;
      const after = request.at + LONGEST_OPERATION;
      const later = repliesOn.get(request.connection) ?? [];
      return later.some((other) => other.request.at > request.at && other.reply.at > after);
    });
    return [...groupBy(silent, ({ request }) => requestKind(request))].flatMap(([kind, all]) => {
      const rule = promiseOf(all[0]?.request.what ?? '');
      if (rule === undefined || all.length < LEAST_PASSED_OVER) return [];
      const actual = `${all.length} got none, and later requests on their connections did`;
      const shown = all.slice(-MOST_SHOWN).map(({ id }) => id);
      return [judgement(rule, false, `a reply to each ${kindInWords(kind)}`, actual, ...shown)];
    });
  },
};

function nameOf({ request }: SeenExchange): string {
  return JSON.stringify([request.connection, request.requestId]);
}

/** Of traffic, unlike that of a run, it is known which client each asks to be. */
export const tokenOfAnother: Invariant = {
  name: 'token-of-another',
  rules: [],
  judge: ({ answered }) => {
    const logins = answered.filter(
      ({ request, reply }) => request.what === 'token.create' && reply.code === SUCCESS,
    );
    const clients = new Set(logins.map(({ request }) => request.client));
    return logins.flatMap(({ id, request, reply }) => {
      const told = isObject(reply.data) ? reply.data['clientId'] : undefined;
      // A client may be told in other letters than it asked by; that of another client it is not.
      if (typeof told !== 'string' || told === request.client || !clients.has(told)) return [];
      const expected = `clientId to be ${request.client}, as the request has it`;
      return [judgement('auth.token-shape', false, expected, `clientId is ${told}`, id)];
    });
  },
};

/** A repeat gets the command of its key: each one refused, on a device that can be read, is no moment's affair. */
export const refusedRepeats: Invariant = {
  name: 'refused-repeats',
  rules: [],
  judge: (view) => {
    const repeats = intendedIn(view).flatMap(({ uses, reuses, deviceId }) => {
      const first = uses.findIndex(({ reply }) => reply?.code === SUCCESS);
      if (first < 0 || reuses.length > 0 || !isSteady(deviceId, view)) return [];
      const { reply } = uses[first] ?? {};
      return uses.slice(first + 1).filter(({ span }) => span.from >= (reply?.at ?? Number.POSITIVE_INFINITY));
    });
    return [...groupBy(repeats, ({ request }) => request.channel)].flatMap(([channel, all]) => {
      const ended = all.filter(({ reply }) => reply && interferenceIn(reply) === undefined);
      if (ended.length < LEAST_REPEATS || !ended.every(isRefused)) return [];
      const rule =
        channel === 'rest' ? 'idempotency.same-command-rest' : 'idempotency.same-command-websocket';
      const actual = `${ended.length} repeats, each refused with ${ended[0]?.reply?.code ?? ''}`;
      const shown = ended.slice(-MOST_SHOWN).map(({ id }) => id);
      return [
        judgement(rule, false, 'a repeat to be answered with the command of its key', actual, ...shown),
      ];
    });
  },
};

const LEAST_REPEATS = 3;

/** A device is of a type, and types are listed: where some are, all are. */
export const profilesOfDevices: Invariant = {
  name: 'profiles-of-devices',
  rules: [],
  judge: ({ answered }) => {
    const granted = answered.filter(({ reply }) => reply.code === SUCCESS && !reply.mismatches?.length);
    const lists = granted.flatMap(({ id, request, reply }) => {
      const list = request.what === 'profiles.list' ? readShape('profileList', reply.data) : undefined;
      return list && !request.path?.includes('?') ? [{ id, request, profiles: list.profiles }] : [];
    });
    const devices = granted.flatMap(({ id, request, reply }) => {
      const detail =
        request.what === 'devices.read' ? readShape('deviceDetail', reply.data)?.device : undefined;
      const list = request.what === 'devices.list' ? readShape('deviceList', reply.data)?.devices : undefined;
      return [detail, ...(list ?? [])].flatMap((device) =>
        device?.profileId === undefined ? [] : [{ id, client: request.client, profileId: device.profileId }],
      );
    });
    return [...groupBy(lists, ({ request }) => request.client)].flatMap(([client, all]) => {
      const listed = new Set(all.flatMap(({ profiles }) => profiles.map(({ profileId }) => profileId)));
      const own = devices.filter((each) => each.client === client);
      const missing = own.find(({ profileId }) => !listed.has(profileId));
      const last = all.at(-1);
      if (!missing || !last || !own.some(({ profileId }) => listed.has(profileId))) return [];
      const expected = 'the profile of each device in the list of device profiles';
      const actual = `no ${missing.profileId} in ${all.length} lists`;
      return [judgement('devices.profiles', false, expected, actual, last.id, missing.id)];
    });
  },
};

interface Ended {
  readonly exchange: SeenExchange;
  readonly outcome: CallOutcome;
  readonly at: number;
}

/** Undefined while it may still be answered, and where whoever asked has gone. */
function endOf(exchange: SeenExchange, { lastSeen }: TraceView): Ended | undefined {
  const { request, reply, broken } = exchange;
  if (reply) {
    const { code = '', status, data, headers = {} } = reply;
    const seconds = retryAfterOf(exchange) ?? Number(headers['retry-after'] ?? Number.NaN);
    const told = {
      ...{ code, data, headers, message: '', mismatches: [] },
      ...(status !== undefined && { status }),
      ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
    };
    return { exchange, at: reply.at, outcome: { kind: 'reply', reply: told } };
  }
  if (broken) {
    const { reason, detail, at } = broken;
    return { exchange, at, outcome: { kind: 'broken', reason, detail } };
  }
  const at = request.at + LONGEST_REPLY;
  const heard = request.connection === undefined ? undefined : lastSeen.get(request.connection);
  if (heard === undefined || heard < at) return undefined;
  const detail = `no reply in ${LONGEST_REPLY / 1000} s`;
  return { exchange, at, outcome: { kind: 'broken', reason: 'timeout', detail } };
}

/** In ms: no token is over so soon after it was issued. */
const FRESH = 30_000;

/**
 * Whether the request can only have been refused for a wrong reason: it is known that the token is good, and that what
 * it names is there. What clients sent that others wrote may be wrong in many ways.
 */
function isRight({ id, request, reply }: SeenExchange, view: TraceView): boolean {
  if (OPEN_ENDED.has(request.what)) return false;
  switch (reply?.status ?? STATUS_OF_CODE[reply?.code ?? '']) {
    case 400:
    case 422:
      return request.what === 'profiles.list' && !request.path?.includes('?');
    case 403:
      return false;
    case 401:
      return hasFreshToken(request, view);
    case 404:
      return request.operation === undefined && isItsOwn(request, view);
    case 409:
      return isReachable(id, request, view);
    default:
      return true;
  }
}

/** Whether they are to be granted depends on what only their client knows: credentials, passwords, other devices. */
const OPEN_ENDED: ReadonlySet<string> = new Set([
  ...['raw', 'token.create', 'devices.add', 'devices.remove', 'devices.password'],
]);

/** When each client got its tokens. */
const issuedTo = perView(({ answered }) =>
  groupBy(
    answered.filter(({ request, reply }) => request.what === 'token.create' && reply.code === SUCCESS),
    ({ request }) => request.client ?? '',
  ),
);

function hasFreshToken(
  { client = '', seen, at }: RequestRecord & { readonly at: number },
  view: TraceView,
): boolean {
  if (seen?.token === undefined || seen.token === 0) return false;
  const issued = issuedTo(view).get(client) ?? [];
  return issued.some(({ reply }) => reply.at <= at && at <= reply.at + FRESH);
}

/** What has read each device. */
const readsOf = perView(({ answered }) =>
  groupBy(
    answered.filter(({ request, reply }) => REFRESHES.has(request.what) && reply.code === SUCCESS),
    ({ request }) => request.deviceId,
  ),
);

const usesOfKeys = perView(({ exchanges }) => groupBy(exchanges, ({ request }) => request.idempotencyKey));

/** The device was read later, nothing tells that it was away, and the key is no other request's. */
function isReachable(id: number, { deviceId, idempotencyKey }: RequestRecord, view: TraceView): boolean {
  if (deviceId === undefined || !isSteady(deviceId, view)) return false;
  const isAlone = idempotencyKey === undefined || usesOfKeys(view).get(idempotencyKey)?.length === 1;
  return isAlone && (readsOf(view).get(deviceId) ?? []).some((read) => read.id > id);
}
