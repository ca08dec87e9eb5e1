// What each topic of a WebSocket request asks of the service: decode, one call, encode.
import { OPERATIONS } from '../../../contract/operations.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Scope } from '../../../contract/scopes.js';
import { isRequestTopic, type RequestTopic } from '../../../contract/topics.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import type { Refusal, ServiceResult } from '../../service/outcome.js';
import { callerFrom, type Service, type WebSocketCaller } from '../../service/service.js';
import { commandData, malformed } from '../envelope.js';
import type { TrafficLog } from '../traffic-log.js';

export interface TopicContext {
  readonly service: Service;
  readonly dialect: Dialect;
  readonly traffic?: TrafficLog;
}

/** Gives the `data` of the reply as JSON, or the refusal. */
export function answerTopic(
  context: TopicContext,
  caller: WebSocketCaller,
  { topic, data }: WsRequest,
): ServiceResult<string> | Promise<ServiceResult<string>> {
  if (!isRequestTopic(topic)) {
    return refuseUnasked(context, caller, { code: 'INVALID_REQUEST', message: 'There is no such topic.' });
  }
  return TOPICS[topic](context, caller, data);
}

type Topic = (
  context: TopicContext,
  caller: WebSocketCaller,
  data: unknown,
) => ServiceResult<string> | Promise<ServiceResult<string>>;

const TOPICS: Record<RequestTopic, Topic> = {
  'session.ping': ({ service, traffic }, caller) => {
    const admitted = service.admitMessage(caller.clientId, undefined);
    const code = admitted.ok ? SUCCESS : admitted.refusal.code;
    traffic?.settled(caller.origin, 'session.ping', { code });
    return admitted.ok ? { ok: true, value: '{}' } : admitted;
  },
  'device.state.get': async (context, caller, data) => {
    const admitted = admit(context, caller, 'device.state.get', 'device:read');
    if (!admitted.ok) return admitted;
    const { service, dialect } = context;
    const request = dialect.shapes.stateRequest.decode(data, '/data');
    if (!request.ok) return refuseUnasked(context, caller, malformed(request.mismatches));
    const state = await service.refresh(admitted.value, request.value.deviceId);
    return state.ok ? { ok: true, value: dialect.shapes.deviceDetail.write(state.value) } : state;
  },
  'device.operation.execute': async (context, caller, data) => {
    const { service, dialect } = context;
    const request = dialect.executeRequest.decode(data, '/data');
    if (!request.ok) return refuseUnasked(context, caller, malformed(request.mismatches));
    const { deviceId, operation, idempotencyKey } = request.value;
    const { scope } = OPERATIONS[operation.name];
    const admitted = admit(context, caller, 'device.operation.execute', scope);
    if (!admitted.ok) return admitted;
    const command = await service.operate(admitted.value, { deviceId, operation, idempotencyKey });
    return command.ok ? { ok: true, value: commandData(dialect, command.value) } : command;
  },
};

function admit(
  { service, traffic }: TopicContext,
  { clientId, origin }: WebSocketCaller,
  topic: RequestTopic,
  scope: Scope,
): ServiceResult<WebSocketCaller> {
  const admitted = service.admitMessage(clientId, scope);
  if (admitted.ok) return { ok: true, value: callerFrom(admitted.value, origin) };
  traffic?.settled(origin, topic, { code: admitted.refusal.code });
  return admitted;
}

/** Refuses a request without calling the service, and reports it to the log as `raw`. */
export function refuseUnasked(
  { traffic }: Pick<TopicContext, 'traffic'>,
  { origin }: WebSocketCaller,
  refusal: Refusal,
): ServiceResult<never> {
  traffic?.settled(origin, 'raw', { code: refusal.code });
  return { ok: false, refusal };
}
