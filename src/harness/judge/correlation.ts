// Which reply is whose: a second reply does not contradict the first, and none carries what another request
// of its connection has asked for.
import { SUCCESS } from '../../contract/error-codes.js';
import { mayOverlap } from '../../kernel/interval.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import { words } from './envelope.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { type AnsweredCall, isRaw, type TraceView } from './trace-view.js';

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
  return strays.flatMap(({ connection, text }) => {
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
    return [judgement('ws.correlation', held, expected, `first ${codes[0]}, then ${codes[1]}`, first.id)];
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
