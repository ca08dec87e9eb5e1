/** The exchanges with these numbers, in the order in which they were sent. */
export function exchangesOf(check, ids) {
    const ends = new Map();
    for (const record of check.trace) {
        if (record.kind === 'reply' || record.kind === 'broken')
            ends.set(record.exchange, record);
    }
    return check.trace.flatMap((record) => {
        if (record.kind !== 'request' || (ids && !ids.includes(record.exchange)))
            return [];
        const end = ends.get(record.exchange);
        const since = (at) => Math.round(at - check.startedAt);
        return [{ id: record.exchange, request: record, end, from: since(record.at), to: end && since(end.at) }];
    });
}
/** `GET /svc/v1/devices`, with the key that is in no body, or the topic of a frame. */
export function requestLine({ request }) {
    if (request.channel === 'ws')
        return request.what;
    if (request.method === undefined)
        return request.what;
    const key = request.idempotencyKey === undefined ? '' : ` with key ${request.idempotencyKey}`;
    return `${request.method} ${request.path ?? ''}`.trimEnd() + key;
}
/** Who sent it and over what: `REST as reader`, `WebSocket main as reader`. */
export function senderOf({ request }) {
    const channel = request.channel === 'rest' ? 'REST' : `WebSocket ${request.connection ?? ''}`.trimEnd();
    return request.client === undefined ? channel : `${channel} as ${request.client}`;
}
/** `429 RATE_LIMITED`, or why there was no answer. */
export function answerLine({ end }) {
    if (!end)
        return 'no answer before the check ended';
    if (end.kind === 'broken')
        return `no answer: ${BROKEN_WORDS[end.reason]} (${end.detail})`;
    return [end.status, end.code].filter((part) => part !== undefined).join(' ') || 'an answer without a code';
}
const BROKEN_WORDS = {
    cut: 'the harness cut the connection on purpose',
    reset: 'the target broke the connection',
    refused: 'the target refused the connection',
    timeout: 'patience ran out',
};
/** The part of what was sent that is worth showing: a frame's `data`, or the body. */
export function sentPart({ request }) {
    return request.channel === 'ws' ? dataOf(request.body) : request.body;
}
/** The part of what came that is worth showing: `data` of the envelope; all of it when it is no envelope. */
export function receivedPart({ end }) {
    if (end?.kind !== 'reply')
        return undefined;
    return end.code === undefined ? end.body : dataOf(end.body);
}
function dataOf(body) {
    if (typeof body !== 'object' || body === null || !('code' in body || 'data' in body))
        return body;
    return 'data' in body ? body.data : undefined;
}
