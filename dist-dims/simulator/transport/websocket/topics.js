// What each topic of a WebSocket request asks of the service: decode, one call, encode.
import { OPERATIONS } from '../../../contract/operations.js';
import { isRequestTopic } from '../../../contract/topics.js';
import { refuse } from '../../service/outcome.js';
import { callerFrom } from '../../service/service.js';
import { commandData, malformed } from '../envelope.js';
/** Gives the `data` of the reply as JSON, or the refusal. */
export function answerTopic(context, caller, { topic, data }) {
    if (!isRequestTopic(topic)) {
        return refuse('INVALID_REQUEST', 'There is no such topic.');
    }
    return TOPICS[topic](context, caller, data);
}
const TOPICS = {
    'session.ping': ({ service }, caller) => {
        const admitted = service.admitMessage(caller.clientId, undefined);
        return admitted.ok ? { ok: true, value: '{}' } : admitted;
    },
    'device.state.get': async (context, caller, data) => {
        const admitted = admit(context, caller, 'device:read');
        if (!admitted.ok)
            return admitted;
        const { service, dialect } = context;
        const request = dialect.shapes.stateRequest.decode(data, '/data');
        if (!request.ok)
            return { ok: false, refusal: malformed(request.mismatches) };
        const state = await service.refresh(admitted.value, request.value.deviceId);
        return state.ok ? { ok: true, value: dialect.shapes.deviceDetail.write(state.value) } : state;
    },
    'device.operation.execute': async (context, caller, data) => {
        const { service, dialect } = context;
        const request = dialect.executeRequest.decode(data, '/data');
        if (!request.ok)
            return { ok: false, refusal: malformed(request.mismatches) };
        const { deviceId, operation, idempotencyKey } = request.value;
        const { scope } = OPERATIONS[operation.name];
        const admitted = admit(context, caller, scope);
        if (!admitted.ok)
            return admitted;
        const command = await service.operate(admitted.value, { deviceId, operation, idempotencyKey });
        return command.ok ? { ok: true, value: commandData(dialect, command.value) } : command;
    },
};
function admit({ service }, { clientId, origin }, scope) {
    const admitted = service.admitMessage(clientId, scope);
    if (admitted.ok)
        return { ok: true, value: callerFrom(admitted.value, origin) };
    return admitted;
}
