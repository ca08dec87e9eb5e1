// The trace as judges read it: requests with what became of them, and connections with what came on them.
import { SUCCESS } from '../../contract/error-codes.js';
export function viewTrace(records) {
    const replies = new Map();
    const broken = new Map();
    for (const record of records) {
        // The first reply to a request is its reply.
        if (record.kind === 'reply' && !replies.has(record.exchange))
            replies.set(record.exchange, record);
        if (record.kind === 'broken')
            broken.set(record.exchange, record);
    }
    const exchanges = records.flatMap((record) => {
        if (record.kind !== 'request')
            return [];
        const reply = replies.get(record.exchange);
        const broke = broken.get(record.exchange);
        const span = { from: record.at, to: reply?.at ?? Number.POSITIVE_INFINITY };
        return [
            {
                id: record.exchange,
                request: record,
                span,
                ...(reply ? { reply } : {}),
                ...(broke ? { broken: broke } : {}),
            },
        ];
    });
    const answered = exchanges.filter(isAnswered);
    const lively = new Set([
        // A refusal may be what a connection is told before it is closed.
        ...answered.flatMap(({ request, reply }) => (reply.code === SUCCESS ? (request.connection ?? []) : [])),
        ...records.flatMap((record) => (record.kind === 'event' ? record.connection : [])),
    ]);
    return {
        exchanges,
        answered,
        connections: records.filter((record) => record.kind === 'connection'),
        strays: records.filter((record) => record.kind === 'stray'),
        events: records.filter((record) => record.kind === 'event'),
        stimuli: stimuliIn(records),
        lastSeen: lastSeenIn(records, exchanges),
        lively,
    };
}
/** A stimulus is recorded when it is done; it began after whatever was recorded before. */
function stimuliIn(records) {
    return records.flatMap((record, at) => {
        if (record.kind !== 'stimulus')
            return [];
        return [{ ...record, span: { from: records[at - 1]?.at ?? record.at, to: record.at } }];
    });
}
/** What the target said on a connection: a request that was sent tells nothing of it. */
function lastSeenIn(records, exchanges) {
    const connectionOf = new Map(exchanges.map(({ id, request }) => [id, request.connection]));
    const seen = new Map();
    for (const record of records) {
        const connection = record.kind === 'event' || record.kind === 'stray'
            ? record.connection
            : record.kind === 'reply'
                ? connectionOf.get(record.exchange)
                : undefined;
        if (connection !== undefined)
            seen.set(connection, record.at);
    }
    return seen;
}
function isAnswered(exchange) {
    return exchange.reply !== undefined;
}
/** Sent malformed on purpose: what the rules say of a right request does not hold for it. */
export function isRaw({ request }) {
    return request.what === 'raw';
}
/** `429 RATE_LIMITED` or `RATE_LIMITED over WebSocket`. */
export function answerWords({ reply }) {
    const code = reply.code ?? 'no envelope';
    return reply.channel === 'ws' ? `${code} over WebSocket` : `${reply.status ?? 'no status'} ${code}`;
}
