// Collects what the records of a trace say of clients: one draft for each exchange, connection and event.
import { OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../../contract/error-codes.js';
import { isObject } from '../../kernel/json.js';
/** What is kept of a day at most: exchanges, connections, deliveries and words each. */
const MOST_KEPT = 200_000;
/** Faults that make frames of a connection late, or lose them. */
const DISTURBING = new Set(['half-open', 'stall']);
export function createCollector() {
    const exchanges = new Map();
    const held = new Map();
    const connections = new Map();
    const staged = [];
    const events = createEvents();
    let attempts = 0;
    let dropped = 0;
    const room = (count) => {
        if (count < MOST_KEPT)
            return true;
        dropped++;
        return false;
    };
    const connect = (record) => {
        const known = connections.get(record.connection);
        if (record.state === 'closed' && known)
            close(known, record, exchanges.values());
        const isAsked = record.state === 'open' || record.state === 'refused';
        if (!isAsked || !room(connections.size))
            return;
        const id = record.state === 'open' ? record.connection : `attempt-${++attempts}`;
        connections.set(id, connectionOf(id, record));
    };
    const about = (record) => {
        const known = exchanges.get(record.exchange);
        if (!known)
            return;
        if (record.kind === 'broken')
            known.lostAt = record.at;
        else if (record.kind === 'delivery')
            settle(known, record, held);
        // Who has gone away before does not read it.
        else if (known.lostAt === undefined)
            known.reply = replyOf(record);
    };
    const stage = (record) => {
        const hit = record.kind === 'fault' ? connections.get(record.connection ?? '') : undefined;
        if (hit && record.kind === 'fault' && DISTURBING.has(record.type))
            hit.disturbed = true;
        if (room(staged.length))
            staged.push({ at: record.at, what: wordsOf(record) });
    };
    return {
        see: (record) => {
            if (record.kind === 'request') {
                if (room(exchanges.size))
                    exchanges.set(record.exchange, exchangeOf(record));
            }
            else if (record.kind === 'reply' || record.kind === 'delivery' || record.kind === 'broken')
                about(record);
            else if (record.kind === 'connection')
                connect(record);
            else if (record.kind === 'event')
                events.see(record);
            else if (record.kind === 'fault' || record.kind === 'stimulus')
                stage(record);
        },
        collected: () => ({
            exchanges: [...exchanges.values()].toSorted((a, b) => a.cameAt - b.cameAt || a.id - b.id),
            connections: [...connections.values()].toSorted((a, b) => a.askedAt - b.askedAt),
            deliveries: events.deliveries.toSorted((a, b) => a.at - b.at),
            staged,
            dropped: dropped + events.dropped,
        }),
    };
}
function createEvents() {
    const deliveries = [];
    const told = new Set();
    let dropped = 0;
    return {
        see: (record) => {
            const to = record.connection === '*' ? (record.to ?? []) : [record.connection];
            for (const connection of to) {
                if (deliveries.length >= MOST_KEPT) {
                    dropped++;
                    continue;
                }
                const identity = `${connection} ${record.eventId ?? `${record.topic} ${deliveries.length}`}`;
                deliveries.push(deliveryOf(record, connection, told.has(identity)));
                told.add(identity);
            }
        },
        deliveries,
        get dropped() {
            return dropped;
        },
    };
}
/** What was under way on a connection gets no reply any more. */
function close(known, { at, by, closeCode }, exchanges) {
    known.closedAt = at;
    known.closedBy = by === 'target' ? 'service' : 'client';
    if (closeCode !== undefined)
        known.closeCode = closeCode;
    for (const each of exchanges) {
        if (each.connection === known.id && !each.reply && each.lostAt === undefined)
            each.lostAt = at;
    }
}
function wordsOf(record) {
    if (record.kind === 'fault')
        return `${record.type}: ${record.effect} (${record.cause})`;
    return record.deviceId === undefined ? record.name : `${record.name} at ${record.deviceId}`;
}
function exchangeOf(record) {
    const { exchange: id, channel, what, seen, headers = {}, idempotencyKey: key } = record;
    const { method, path, deviceId, commandId, operation, connection, requestId } = record;
    return {
        id,
        channel,
        what,
        headers,
        client: record.client,
        instance: seen?.instance,
        cameAt: seen?.from ?? record.at,
        completeAt: seen?.to ?? record.at,
        ...(method !== undefined && { method }),
        ...(path !== undefined && { path }),
        ...(deviceId !== undefined && { deviceId }),
        ...(commandId !== undefined && { commandId }),
        ...(operation !== undefined && { operation }),
        ...(key !== undefined && { key }),
        ...(connection !== undefined && { connection }),
        ...(requestId !== undefined && { requestId }),
        ...(seen?.digest !== undefined && { digest: seen.digest }),
        ...(seen?.token !== undefined && { token: seen.token }),
        ...(seen?.socket !== undefined && { socket: seen.socket }),
    };
}
function replyOf(record) {
    const { commandId, commandStatus } = record;
    const code = record.code ?? 'NONE';
    return {
        at: record.at,
        code,
        status: record.status ?? statusOf(code),
        ...(commandId !== undefined && { commandId }),
        ...(commandStatus !== undefined && { commandStatus }),
        ...dataOf(record.data),
    };
}
function dataOf(data) {
    if (!isObject(data))
        return {};
    const { retryAfterSeconds, token, expiresIn, scopes, ticket } = data;
    return {
        ...(typeof retryAfterSeconds === 'number' && { retryAfter: retryAfterSeconds * 1000 }),
        ...(typeof token === 'number' && { token }),
        ...(typeof expiresIn === 'number' && { lifetime: expiresIn * 1000 }),
        ...(Array.isArray(scopes) && { scopes: scopes.map(String) }),
        ...(typeof ticket === 'string' && { ticket }),
    };
}
/** The service gives APP_DISABLED no status; nobody repeats it with another result than a 403. */
function statusOf(code) {
    if (code === SUCCESS)
        return 200;
    const facts = { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code];
    return facts?.status ?? 403;
}
function settle(known, record, held) {
    const { outcome, status, code, data, at, since } = record;
    const given = known.reply ?? held.get(known.id);
    if (outcome === 'handed-over') {
        if (code !== undefined)
            known.reply = { at, code, status: status ?? statusOf(code), ...dataOf(data) };
        else if (given)
            known.reply = { ...given, at };
        return;
    }
    delete known.reply;
    if (outcome === 'held' && given)
        held.set(known.id, given);
    if (outcome !== 'held')
        known.lostAt = since ?? at;
}
function connectionOf(id, record) {
    const { at, state, ticket, headers = {}, client, instance, status = 0, detail = '' } = record;
    const seconds = record.retryAfterSeconds;
    const refusal = { status, code: detail, ...(seconds !== undefined && { retryAfter: seconds * 1000 }) };
    return {
        id,
        client,
        instance,
        askedAt: at,
        headers,
        disturbed: false,
        ...(ticket !== undefined && { ticket }),
        ...(state === 'open' ? { openedAt: at } : { refusal }),
    };
}
function deliveryOf(record, connection, copy) {
    const { at, topic, eventId, deviceId, odd, data } = record;
    const changes = isObject(data) && Array.isArray(data['changes']) ? data['changes'] : [];
    return {
        at,
        connection,
        topic,
        copy,
        changes: changes.filter(isObject).map(({ kind, index }) => `${String(kind)} ${String(index)}`),
        ...(eventId !== undefined && { eventId }),
        ...(deviceId !== undefined && { deviceId }),
        ...(odd !== undefined && { odd }),
    };
}
