import { AssertionError } from '../../../kernel/assert.js';
import { isObject } from '../../../kernel/json.js';
import { writable } from '../no-such.js';
import { parseJson } from './parse-json.js';
export function wsRequest(dialect, given, requestId) {
    const call = writable(dialect, given);
    const frame = (topic, data, facts) => {
        const shown = dialect.shapes.wsRequest.encode({ topic, requestId, data });
        return { facts: { what: topic, ...facts }, text: JSON.stringify(shown), shown, requestId };
    };
    switch (call.name) {
        case 'ping':
            return frame('session.ping', {}, {});
        case 'refresh': {
            const { deviceId } = call;
            return frame('device.state.get', dialect.shapes.stateRequest.encode({ deviceId }), { deviceId });
        }
        case 'operate': {
            const { deviceId, operation, idempotencyKey } = call;
            const key = idempotencyKey === undefined ? {} : { idempotencyKey };
            const data = dialect.executeRequest.encode({ deviceId, operation, ...key });
            return frame('device.operation.execute', data, { deviceId, operation, ...key });
        }
        case 'frame':
            return byHand(dialect, call.text);
        default:
            throw new AssertionError(`a ${call.name} does not travel over WebSocket`);
    }
}
function byHand(dialect, text) {
    const parsed = parseJson(text);
    const value = parsed.ok ? parsed.value : text;
    const requestId = parsed.ok ? requestIdIn(dialect, parsed.value) : undefined;
    return {
        facts: { what: 'raw' },
        text,
        shown: value,
        ...(requestId === undefined ? {} : { requestId }),
    };
}
/** The name of the field is fixed by the interface, but a dialect may put it into an object. */
function requestIdIn(dialect, frame) {
    const decoded = dialect.shapes.wsRequest.decode(frame);
    if (decoded.ok)
        return decoded.value.requestId;
    const given = isObject(frame) ? frame['requestId'] : undefined;
    return typeof given === 'string' ? given : undefined;
}
