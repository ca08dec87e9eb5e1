// What a frame from the target is: a reply, an event, or neither.
import { isEventTopic } from '../../../contract/topics.js';
import { isObject } from '../../../kernel/json.js';
import { parseJson } from './parse-json.js';
import { describe } from './words.js';
/** @param isWaiting whether a request with this id waits for its reply. */
export function readFrame(dialect, text, isWaiting) {
    const parsed = parseJson(text);
    if (!parsed.ok)
        return { kind: 'stray', detail: `the frame is ${parsed.detail}` };
    const body = parsed.value;
    if (!isObject(body))
        return { kind: 'stray', detail: 'the frame is JSON, but no object' };
    const requestId = typeof body['requestId'] === 'string' ? body['requestId'] : undefined;
    if (body['type'] === 'reply')
        return { kind: 'reply', requestId, body };
    const event = dialect.shapes.wsEvent.decode(body);
    if (event.ok)
        return readEvent(dialect, body, event.value);
    // A reply in all but its type still answers its request; that its shape is wrong shows in the record.
    if (requestId !== undefined && isWaiting(requestId))
        return { kind: 'reply', requestId, body };
    const why = event.mismatches.map(describe).join('; ');
    return { kind: 'stray', detail: `the frame is neither a reply nor an event of the dialect: ${why}` };
}
function readEvent(dialect, body, event) {
    const { topic, eventId, data } = event;
    const decoded = decodeEvent(dialect, topic, data, dialect.eventData);
    const fits = decoded?.ok === true;
    return {
        kind: 'event',
        topic,
        ...(eventId === undefined ? {} : { eventId }),
        ...(fits ? { deviceId: decoded.value.deviceId } : {}),
        data: fits ? decoded.value : data,
        body,
        mismatches: decoded && !decoded.ok ? decoded.mismatches.map(describe) : [],
    };
}
/** Undefined for topics that the interface does not have. */
function decodeEvent({ shapes }, topic, data, pointer) {
    if (!isEventTopic(topic))
        return undefined;
    if (topic === 'device.state.changed')
        return shapes.stateChanged.decode(data, pointer);
    if (topic === 'device.rs485.received')
        return shapes.rs485Received.decode(data, pointer);
    return shapes.deviceNotice.decode(data, pointer);
}
