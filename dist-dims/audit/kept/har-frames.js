import { isEventTopic, isRequestTopic } from '../../contract/topics.js';
import { isObject } from '../../kernel/json.js';
import { bodyIn, startOf } from './har-file.js';
import { lowered, telling } from './har-requests.js';
const SWITCHING = 101;
export function createHarFrames(dialect, requests) {
    let count = 0;
    return {
        connection: (entry) => {
            const { request, response, time, _webSocketMessages: messages } = entry;
            const connection = `ws-${++count}`;
            const at = startOf(entry);
            const given = new URL(request.url).searchParams.get('ticket');
            const client = given === null ? undefined : requests.clientOfTicket(given);
            const ticket = given === null ? {} : { ticket: requests.ticketName(given) };
            const headers = telling(lowered(request.headers));
            const about = {
                kind: 'connection',
                connection,
                headers,
                ...ticket,
                ...(client !== undefined && { client }),
            };
            const isOpen = response.status === SWITCHING || messages.length > 0;
            if (!isOpen)
                return [{ at, entry: { ...about, state: 'refused', status: response.status, by: 'target' } }];
            const open = { at, entry: { ...about, state: 'open' } };
            const last = Math.max(at + Math.max(0, time), ...messages.map((each) => each.time * 1000));
            // Who ended it does not stand in the file.
            const closed = {
                at: last,
                entry: { kind: 'connection', connection, state: 'closed', by: 'target' },
            };
            const own = { dialect, requests, connection, client, waiting: new Map() };
            return [open, ...messages.flatMap((each) => frameOf(each, own)), closed];
        },
    };
}
function frameOf({ type, time, opcode, data }, own) {
    const at = time * 1000;
    const wire = opcode === 1 ? bodyIn(data) : undefined;
    if (!isObject(wire))
        return [];
    if (type === 'send' || type === 'request')
        return requestIn(wire, at, own);
    const requestId = typeof wire['requestId'] === 'string' ? wire['requestId'] : '';
    const exchange = own.waiting.get(requestId);
    if (wire['type'] !== 'reply' || exchange === undefined)
        return eventIn(own.dialect, wire, at, own.connection);
    const { code, data: told } = own.requests.answer(wire, undefined);
    const { commandId, commandStatus, ...rest } = told;
    const command = {
        ...(commandId !== undefined && { commandId }),
        ...(commandStatus !== undefined && { commandStatus }),
    };
    const answered = { ...(code !== undefined && { code }), ...command, data: rest };
    return [{ at, entry: { kind: 'reply', exchange, channel: 'ws', ...answered } }];
}
function requestIn(wire, at, own) {
    const { dialect, requests, connection, client, waiting } = own;
    const read = dialect.shapes.wsRequest.decode(wire);
    if (!read.ok)
        return [];
    const { topic, requestId, data } = read.value;
    const exchange = requests.nextExchange();
    waiting.set(requestId, exchange);
    const who = client === undefined ? {} : { client };
    const facts = {
        ...factsOf(dialect, topic, data),
        ...who,
        connection,
        requestId,
        seen: { from: at, to: at },
    };
    return [{ at, entry: { kind: 'request', exchange, channel: 'ws', ...facts } }];
}
function factsOf(dialect, topic, data) {
    if (!isRequestTopic(topic))
        return { what: 'raw' };
    if (topic === 'session.ping')
        return { what: topic };
    if (topic === 'device.state.get') {
        const read = dialect.shapes.stateRequest.decode(data);
        return read.ok ? { what: topic, deviceId: read.value.deviceId } : { what: 'raw' };
    }
    const read = dialect.executeRequest.decode(data);
    if (!read.ok)
        return { what: 'raw' };
    const { deviceId, operation, idempotencyKey } = read.value;
    return { what: topic, deviceId, operation, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}
function eventIn(dialect, wire, at, connection) {
    const read = dialect.shapes.wsEvent.decode(wire);
    if (!read.ok)
        return [];
    const { topic, eventId, data } = read.value;
    const state = topic === 'device.state.changed' ? dialect.shapes.stateChanged.decode(data) : undefined;
    const notice = dialect.shapes.deviceNotice.decode(data);
    const common = { kind: 'event', connection, topic, ...(eventId !== undefined && { eventId }) };
    const odd = isEventTopic(topic) ? {} : { odd: 'topic' };
    const deviceId = state?.ok ? state.value.deviceId : notice.ok ? notice.value.deviceId : undefined;
    const on = deviceId === undefined ? {} : { deviceId };
    const changes = state?.ok ? { data: { changes: state.value.changes } } : {};
    return [{ at, entry: { ...common, ...odd, ...on, ...changes } }];
}
