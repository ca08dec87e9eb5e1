// Requests on one WebSocket connection, and which of the replies is whose; recorded.
import { formatDuration } from '../../../kernel/duration.js';
import { onAbort } from '../../../kernel/on-abort.js';
import { createPendingReplies } from './pending-replies.js';
import { requestIdOf } from './request-ids.js';
import { readEnvelope } from './read-reply.js';
import { INTERRUPTED } from './within-patience.js';
import { wsRequest } from './ws-call.js';
/** Longer frames are not recorded whole when nobody knows what they are. */
const LONGEST_STRAY = 4096;
export function createWsExchanges(shared) {
    const { driver, life } = shared;
    const line = { ...shared, pending: createPendingReplies() };
    const requestIds = driver.nextRequestIds();
    let requests = 0;
    return {
        isWaiting: line.pending.isWaiting,
        request: async (call, { cutAfterSending, patience, signal }) => {
            const request = wsRequest(driver.dialect, call, requestIdOf(requestIds, ++requests));
            driver.transport.admit({ kind: 'frame', text: request.text });
            await driver.ceiling.admit(signal);
            const id = driver.nextExchange();
            const sentAt = recordRequest(line, id, request);
            const refusal = refusalOf(life, line.pending.size, driver.limits.inFlight);
            const [outcome, answeredAt] = refusal
                ? recordBroken(line, id, refusal)
                : await (cutAfterSending
                    ? cut(line, request, id)
                    : ask(line, request, { id, call, patience, signal }));
            return { id, channel: 'ws', call, sentAt, answeredAt, outcome };
        },
        reply: (requestId, body, text) => takeReply(line, requestId, body, text),
        breakAll: (reason, detail) => {
            for (const { exchange, settle } of line.pending.drain())
                settle(...recordBroken(line, exchange, { kind: 'broken', reason, detail }));
        },
    };
}
function recordRequest({ recorder, life, client }, exchange, request) {
    const { facts, shown, requestId } = request;
    const id = requestId === undefined ? {} : { requestId };
    const place = { channel: 'ws', client, connection: life.name };
    return recorder.record({ kind: 'request', exchange, ...place, ...id, ...facts, body: shown }).at;
}
function recordBroken({ recorder }, exchange, outcome) {
    const { kind, reason, detail } = outcome;
    return [outcome, recorder.record({ kind, exchange, reason, detail }).at];
}
function ask(line, request, { id, call, patience, signal }) {
    return new Promise((resolve) => {
        const end = (reason, detail) => {
            giveUp();
            settle(...recordBroken(line, id, { kind: 'broken', reason, detail }));
        };
        const timer = line.driver.clock.setTimer('patience with a reply', patience, () => end('timeout', `no reply within ${formatDuration(patience)}`));
        const forget = signal && onAbort(signal, () => end('cut', INTERRUPTED));
        const settle = (...ended) => {
            timer.cancel();
            forget?.();
            resolve(ended);
        };
        const giveUp = line.pending.add(request.requestId, { exchange: id, call, settle });
        if (signal?.aborted) {
            end('cut', INTERRUPTED);
            return;
        }
        // Only now, because a target in the same process may answer before `send` returns.
        line.socket()?.send(request.text);
    });
}
async function cut(line, request, exchange) {
    line.life.endingHere();
    await line.socket()?.sendAndCut(request.text);
    const detail = 'the connection was cut on purpose once the request had left';
    return recordBroken(line, exchange, { kind: 'broken', reason: 'cut', detail });
}
function takeReply(line, requestId, body, text) {
    const { recorder, driver, life } = line;
    const match = line.pending.match(requestId);
    if (match.kind === 'duplicate' || match.kind === 'unknown') {
        const detail = match.kind === 'duplicate' ? 'a second reply to one request' : 'a reply to no request';
        recorder.record({ kind: 'stray', connection: life.name, text: text.slice(0, LONGEST_STRAY), detail });
        return;
    }
    const { exchange, call, settle } = match.value;
    const reply = readEnvelope(driver.dialect, call, body);
    const { at } = recorder.record({
        kind: 'reply',
        exchange,
        channel: 'ws',
        ...(reply.code === '' ? {} : { code: reply.code }),
        ...(reply.data === undefined ? {} : { data: reply.data }),
        body,
        ...(reply.mismatches.length === 0 ? {} : { mismatches: reply.mismatches }),
    });
    if (match.kind === 'waiting')
        settle({ kind: 'reply', reply }, at);
}
/** Why a request does not even leave. */
function refusalOf({ closed, name }, inFlight, most) {
    if (closed) {
        const detail = `nothing was sent: connection ${name} was closed by the ${closed.by} with code ${closed.code}`;
        return { kind: 'broken', reason: 'refused', detail };
    }
    if (inFlight < most)
        return undefined;
    const detail = `nothing was sent: ${most} requests already wait for their replies on connection ${name}`;
    return { kind: 'broken', reason: 'refused', detail };
}
