// Replies over WebSocket: their shape, and that each belongs to a request that was sent.
import { isObject, jsonIn } from '../../kernel/json.js';
import type { RequestRecord } from '../../trace/record.js';
import { words } from './envelope.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { type AnsweredCall, isRaw, type TraceView } from './trace-view.js';

export const wsReplies: Invariant = {
  name: 'ws-replies',
  rules: ['ws.reply-shape', 'ws.correlation'],
  judge: (view) => [
    ...view.answered
      .filter(({ reply }) => reply.channel === 'ws')
      .flatMap((each) => (isRaw(each) ? judgeReplyToMalformed(each) : judgeReply(each))),
    ...judgeStrays(view),
  ],
};

const SHAPE = 'type: reply, and requestId, code and message as strings';

function judgeReply({ id, request, reply }: AnsweredCall): readonly InvariantJudgement[] {
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
  return [judgement('ws.reply-shape', false, 'a reply with a code', words({ ...body, data: undefined }), id)];
}

/**
 * A frame that belongs to nothing. On a connection that got malformed frames it may answer one of those,
 * and a second reply to a request is not forbidden.
 */
function judgeStrays({ strays, exchanges }: TraceView): readonly InvariantJudgement[] {
  const overSocket = exchanges.map(({ request }) => request).filter(({ channel }) => channel === 'ws');
  return strays.flatMap(({ connection, text, detail, malformed }) => {
    if (malformed)
      return [judgement('ws.reply-shape', false, 'frames in UTF-8', `${detail}, on ${connection}`)];
    const sent = overSocket.filter((request) => request.connection === connection);
    if (sent.some(({ what }) => what === 'raw')) return [];
    const frame = jsonIn(text);
    if (!isObject(frame)) return [];
    const request = sent.find(({ requestId }) => requestId !== undefined && requestId === frame['requestId']);
    if (request) return hasShape(frame) ? [] : [misshapen(request, frame)];
    if (frame['type'] !== 'reply') return [];
    const expected = 'each reply with the requestId of a request on its connection';
    return [
      judgement(
        'ws.correlation',
        false,
        expected,
        `a reply with requestId ${words(frame['requestId'])} on ${connection}`,
      ),
    ];
  });
}

function misshapen(request: RequestRecord, frame: Record<string, unknown>): InvariantJudgement {
  return judgement('ws.reply-shape', false, SHAPE, words({ ...frame, data: undefined }), request.exchange);
}

function hasShape({ type, requestId, code, message }: Record<string, unknown>): boolean {
  return type === 'reply' && [requestId, code, message].every((field) => typeof field === 'string');
}
