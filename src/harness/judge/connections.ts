// Laws of connections: each reply on one belongs to its request, and each ticket opens one.
import { SUCCESS } from '../../contract/error-codes.js';
import { groupBy } from '../../kernel/group-by.js';
import { mayOverlap } from '../../kernel/interval.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { RequestRecord } from '../../trace/record.js';
import { type Invariant, type InvariantJudgement, judgement, shownBy } from './invariant.js';
import { words } from './replies.js';
import { commandIn } from '../target/command-in.js';
import { canonical } from './sightings.js';
import { type AnsweredCall, isRaw, type TraceView } from './trace-view.js';

// Replies over WebSocket: their shape, and that each belongs to a request that was sent.

export const wsReplies: Invariant = {
  name: 'ws-replies',
  rules: ['ws.reply-shape', 'ws.correlation', 'refresh.rate-limited-websocket'],
  judge: (view) => [
    ...view.answered
      .filter(({ reply }) => reply.channel === 'ws')
      .flatMap((each) => (isRaw(each) ? judgeReplyToMalformed(each) : judgeShapeOf(each))),
    ...judgeStrays(view),
  ],
};

const SHAPE = 'type: reply, and requestId, code and message as strings';

function judgeShapeOf({ id, request, reply }: AnsweredCall): readonly InvariantJudgement[] {
  const { body } = reply;
  if (!isObject(body)) return [judgement('ws.reply-shape', false, SHAPE, words(body), id)];
  const { requestId } = body;
  return [
    judgement('ws.reply-shape', hasShape(body), SHAPE, () => words({ ...body, data: undefined }), id),
    judgement(
      'ws.correlation',
      requestId === request.requestId,
      () => `requestId: ${words(request.requestId)}`,
      () => `requestId: ${words(requestId)}`,
      id,
    ),
  ];
}

/** What cannot be read may have no requestId, and so may its reply; what calls itself a reply has a code. */
function judgeReplyToMalformed({ id, reply: { body } }: AnsweredCall): readonly InvariantJudgement[] {
  if (!isObject(body) || body['type'] !== 'reply') return [];
  if (typeof body['code'] === 'string') return [];
  return [misshapen(body, id, 'a reply with a code')];
}

/**
 * A frame that belongs to nothing. On a connection that got malformed frames it may answer one of those,
 * and a second reply to a request is not forbidden.
 */
function judgeStrays({ strays, exchanges }: TraceView): readonly InvariantJudgement[] {
  const overSocket = exchanges.map(({ request }) => request).filter(({ channel }) => channel === 'ws');
  return strays.flatMap((stray) => {
    const { connection, text, detail, malformed } = stray;
    if (malformed) {
      const actual = `${detail}, on ${connection}`;
      return [shownBy(judgement('ws.reply-shape', false, 'frames in UTF-8', actual), stray)];
    }
    const sent = overSocket.filter((request) => request.connection === connection);
    if (sent.some(({ what }) => what === 'raw')) return [];
    const frame = jsonIn(text);
    if (!isObject(frame)) return [];
    const request = sent.find(({ requestId }) => requestId !== undefined && requestId === frame['requestId']);
    if (request) return hasShape(frame) ? [] : [shownBy(misshapen(frame, request.exchange), stray)];
    if (frame['type'] !== 'reply') return [];
    if (frame['code'] === 'RATE_LIMITED' && frame['requestId'] === undefined) return [limitedOfNobody(sent)];
    const expected = 'each reply with the requestId of a request on its connection';
    const actual = `a reply with requestId ${words(frame['requestId'])} on ${connection}`;
    return [shownBy(judgement('ws.correlation', false, expected, actual), stray)];
  });
}

/** A request that was rejected is told so under its own identifier. */
function limitedOfNobody(sent: readonly RequestRecord[]): InvariantJudgement {
  const refreshed = sent.some(({ what }) => what === 'device.state.get');
  const rule = refreshed ? 'refresh.rate-limited-websocket' : 'ws.correlation';
  const expected = 'the original requestId in each RATE_LIMITED';
  return judgement(
    rule,
    false,
    expected,
    'a RATE_LIMITED without one',
    ...sent.map(({ exchange }) => exchange),
  );
}

function misshapen(frame: Record<string, unknown>, exchange: number, expected = SHAPE): InvariantJudgement {
  return judgement('ws.reply-shape', false, expected, words({ ...frame, data: undefined }), exchange);
}

function hasShape({ type, requestId, code, message }: Record<string, unknown>): boolean {
  return type === 'reply' && [requestId, code, message].every((field) => typeof field === 'string');
}

// Which reply is whose: a second reply does not contradict the first, and none carries what another request
// of its connection has asked for.

/** On a connection that got malformed frames, a reply may be meant for one of those: nothing is judged there. */
export const correlation: Invariant = {
  name: 'correlation',
  rules: ['ws.correlation'],
  judge: (view) => {
    const byConnection = groupBy(
      view.exchanges.filter(({ request }) => request.channel === 'ws'),
      ({ request }) => request.connection,
    );
    const clean = new Set([...byConnection].flatMap(([name, all]) => (all.some(isRaw) ? [] : [name])));
    const answered = view.answered.filter(
      ({ request }) => request.channel === 'ws' && clean.has(request.connection),
    );
    return [...judgeSecond(view, answered), ...judgeDevices(answered)];
  },
};

/**
 * The same reply may come twice. One that says something else is a reply to something else, unless the server
 * failed over it, which it may do at any time.
 */
function judgeSecond(
  { strays }: TraceView,
  answered: readonly AnsweredCall[],
): readonly InvariantJudgement[] {
  return strays.flatMap((stray) => {
    const { connection, text } = stray;
    const frame = jsonIn(text);
    if (!isObject(frame) || frame['type'] !== 'reply' || typeof frame['code'] !== 'string') return [];
    const { requestId, code } = frame;
    const asked = answered.filter(
      ({ request }) => request.connection === connection && request.requestId === requestId,
    );
    const [first] = asked;
    // An id that was used twice has two replies by right.
    if (!first || asked.length > 1) return [];
    const codes = [first.reply.code, code];
    const held = codes[0] === codes[1] || codes.includes('INTERNAL_ERROR');
    const expected = `one answer to request ${words(requestId)}`;
    const actual = `first ${codes[0]}, then ${codes[1]}`;
    return [shownBy(judgement('ws.correlation', held, expected, actual, first.id), stray)];
  });
}

/** The state of another device proves a mix-up when that one was asked for at the same time. */
function judgeDevices(answered: readonly AnsweredCall[]): readonly InvariantJudgement[] {
  const states = answered.filter(
    ({ request, reply }) =>
      request.what === 'device.state.get' && reply.code === SUCCESS && !reply.mismatches?.length,
  );
  return states.flatMap((each) => {
    const told = deviceIn(each.reply.data);
    const { deviceId, connection } = each.request;
    if (told === undefined || deviceId === undefined) return [];
    const other = answered.find(
      ({ request, span }) =>
        told !== deviceId &&
        request.deviceId === told &&
        request.connection === connection &&
        mayOverlap(span, each.span),
    );
    if (told !== deviceId && !other) return [];
    const shown = [each.id, ...(other ? [other.id] : [])];
    return [
      judgement('ws.correlation', !other, `the state of ${deviceId}`, `the state of ${told}`, ...shown),
    ];
  });
}

function deviceIn(data: unknown): string | undefined {
  const device = isObject(data) ? data['device'] : undefined;
  const deviceId = isObject(device) ? device['deviceId'] : undefined;
  return typeof deviceId === 'string' ? deviceId : undefined;
}

// Replies that carry what another request of their connection, in flight at the same time, has asked for.

/** What a reply shows belongs to its own request, or proves a mix-up when it belongs to a neighbour. */
export const mixedUp: Invariant = {
  name: 'mixed-up',
  rules: ['ws.correlation'],
  judge: ({ answered }) => {
    const told = answered.filter(
      (each) => each.request.channel === 'ws' && each.reply.code === SUCCESS && !isRaw(each),
    );
    return told.flatMap((each) => {
      const neighbours = told.filter(
        (other) =>
          other.id !== each.id &&
          other.request.connection === each.request.connection &&
          mayOverlap(other.span, each.span),
      );
      return neighbours.length === 0 ? [] : judgeReply(each, neighbours);
    });
  },
};

function judgeReply(each: AnsweredCall, neighbours: readonly AnsweredCall[]): readonly InvariantJudgement[] {
  const { request } = each;
  const command = commandIn(each.reply.data);
  const asks = request.operation !== undefined;
  if (!asks) {
    const owner = command && neighbours.find((other) => other.request.operation !== undefined);
    return owner ? [mixUp(each, owner, `a command in reply to ${request.what}`)] : [own(each)];
  }
  if (!command) {
    const owner = neighbours.find((other) => other.request.operation === undefined);
    const shown =
      isObject(each.reply.data) && 'device' in each.reply.data ? 'the state of a device' : 'no command';
    return owner ? [mixUp(each, owner, `${shown} in reply to ${request.operation?.name ?? ''}`)] : [];
  }
  if (each.reply.mismatches?.length || isShownBy(command, each)) return [own(each)];
  const owner = neighbours.find(
    (other) => other.request.idempotencyKey !== request.idempotencyKey && isShownBy(command, other),
  );
  return owner ? [mixUp(each, owner, `${String(command['operation'])} as that one asked for`)] : [];
}

/** The command is the one that the request asked for, as far as it tells. */
function isShownBy(command: Readonly<Record<string, unknown>>, { request }: AnsweredCall): boolean {
  const { operation, deviceId } = request;
  if (!operation || command['operation'] !== operation.name) return false;
  if (command['deviceId'] !== undefined && command['deviceId'] !== deviceId) return false;
  return command['params'] === undefined || canonical(command['params']) === canonical(operation.params);
}

function own(each: AnsweredCall): InvariantJudgement {
  return judgement('ws.correlation', true, 'a reply to its own request', 'it is one', each.id);
}

function mixUp(each: AnsweredCall, owner: AnsweredCall, actual: string): InvariantJudgement {
  const expected = `a reply to request ${each.id}, not to its neighbour ${owner.id}`;
  return judgement('ws.correlation', false, expected, actual, each.id, owner.id);
}

// A ticket opens one connection. One that was opened and closed without a word does not count as open.

export const tickets: Invariant = {
  name: 'tickets',
  rules: ['ws.ticket-once'],
  judge: ({ connections, lively }) => {
    // The ticket stands where the connection was asked for; that it came about stands in another record.
    const asked = new Map(
      connections.flatMap(({ connection, ticket }) => (ticket === undefined ? [] : [[connection, ticket]])),
    );
    const opened = connections.flatMap(({ state, connection }) => {
      const ticket = asked.get(connection);
      return state === 'open' && ticket !== undefined && lively.has(connection)
        ? [{ ticket, connection }]
        : [];
    });
    return [...groupBy(opened, ({ ticket }) => ticket)].map(([ticket, uses]) => {
      const names = [...new Set(uses.map(({ connection }) => connection))];
      const actual = `${ticket} opened ${names.join(' and ')}`;
      return judgement('ws.ticket-once', names.length < 2, 'one connection for each ticket', actual);
    });
  },
};
