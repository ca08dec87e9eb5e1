// A WebSocket frame in the one form in which the interface and the dialect write it: exactly one reading.
import { WEBSOCKET_PATH } from '../../../contract/limits.js';
import { operationEffects } from './operation-effects.js';
import { plainJson, same } from './plain-json.js';
/** Undefined when the frame is not in that form. */
export function readNormalFrame(dialect, text) {
    const frame = plainJson(text);
    const request = frame && dialect.shapes.wsRequest.decode(frame.value);
    if (!request?.ok || !same(dialect.shapes.wsRequest.encode(request.value), frame?.value))
        return undefined;
    const { topic, data } = request.value;
    switch (topic) {
        case 'session.ping':
            return data === undefined || same(data, {}) ? [{ kind: 'session' }] : undefined;
        case 'device.state.get': {
            const state = dialect.shapes.stateRequest.decode(data);
            if (!state.ok || !same(dialect.shapes.stateRequest.encode(state.value), data))
                return undefined;
            return [{ kind: 'refresh', deviceId: state.value.deviceId }];
        }
        case 'device.operation.execute': {
            const execute = dialect.executeRequest.decode(data);
            if (!execute.ok || !same(dialect.executeRequest.encode(execute.value), data))
                return undefined;
            return operationEffects(execute.value.deviceId, execute.value.operation);
        }
        default:
            return undefined;
    }
}
const TICKET = /^\?ticket=[A-Za-z0-9\-_.!~*'()%]*$/;
/** The path of an upgrade, with a ticket or without one. */
export function isUpgrade(path) {
    if (!path.startsWith(WEBSOCKET_PATH))
        return false;
    const query = path.slice(WEBSOCKET_PATH.length);
    return query === '' || TICKET.test(query);
}
