// What each topic of a WebSocket request asks of the service: decode, one call, encode.
import { OPERATIONS } from '../../../contract/operations.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import { isRequestTopic, type RequestTopic } from '../../../contract/topics.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Caller, Service } from '../../service/service.js';
import { commandData, malformed } from '../envelope.js';

export interface TopicContext {
  readonly service: Service;
  readonly dialect: Dialect;
}

/** Calls the service before its first wait, and gives the `data` of the reply as JSON, or the refusal. */
export function answerTopic(
  context: TopicContext,
  caller: Caller,
  { topic, data }: WsRequest,
): ServiceResult<string> | Promise<ServiceResult<string>> {
  if (!isRequestTopic(topic)) {
    return { ok: false, refusal: { code: 'INVALID_REQUEST', message: 'There is no such topic.' } };
  }
  return TOPICS[topic](context, caller, data);
}

type Topic = (
  context: TopicContext,
  caller: Caller,
  data: unknown,
) => ServiceResult<string> | Promise<ServiceResult<string>>;

const TOPICS: Record<RequestTopic, Topic> = {
  'session.ping': ({ service }, caller) => {
    const admitted = service.admitMessage(caller.clientId, undefined);
    return admitted.ok ? { ok: true, value: '{}' } : admitted;
  },
  'device.state.get': async ({ service, dialect }, caller, data) => {
    const admitted = service.admitMessage(caller.clientId, 'device:read');
    if (!admitted.ok) return admitted;
    const request = dialect.shapes.stateRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const state = await service.refresh(admitted.value, request.value.deviceId);
    return state.ok ? { ok: true, value: dialect.shapes.deviceDetail.write(state.value) } : state;
  },
  'device.operation.execute': async ({ service, dialect }, caller, data) => {
    const request = dialect.executeRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const { deviceId, operation, idempotencyKey } = request.value;
    const admitted = service.admitMessage(caller.clientId, OPERATIONS[operation.name].scope);
    if (!admitted.ok) return admitted;
    const command = await service.operate(admitted.value, { deviceId, operation, idempotencyKey });
    return command.ok ? { ok: true, value: commandData(dialect, command.value) } : command;
  },
};
