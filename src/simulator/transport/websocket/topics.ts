// What each topic of a WebSocket request asks of the service: decode, one call, encode.
import { OPERATIONS } from '../../../contract/operations.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Scope } from '../../../contract/scopes.js';
import { isRequestTopic, type RequestTopic } from '../../../contract/topics.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { refuse, type ServiceResult } from '../../service/outcome.js';
import { callerFrom, type ServedService, type WebSocketCaller } from '../../service/service.js';
import { commandData, malformed, written } from '../envelope.js';

export interface TopicContext {
  readonly service: ServedService;
  readonly dialect: Dialect;
}

/** Gives the `data` of the reply as JSON, or the refusal. */
export function answerTopic(
  context: TopicContext,
  caller: WebSocketCaller,
  { topic, data }: WsRequest,
): MaybePromise<ServiceResult<string>> {
  if (!isRequestTopic(topic)) {
    return refuse('INVALID_REQUEST', 'There is no such topic.');
  }
  return TOPICS[topic](context, caller, data);
}

type Topic = (
  context: TopicContext,
  caller: WebSocketCaller,
  data: unknown,
) => MaybePromise<ServiceResult<string>>;

const TOPICS: Record<RequestTopic, Topic> = {
  'session.ping': ({ service }, caller) => {
    const admitted = service.admitMessage(caller.clientId, undefined);
    return admitted.ok ? { ok: true, value: '{}' } : admitted;
  },
  'device.state.get': (context, caller, data) => {
    const admitted = admit(context, caller, 'device:read');
    if (!admitted.ok) return admitted;
    const { service, dialect } = context;
    const request = dialect.shapes.stateRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    return andThen(service.refresh(admitted.value, request.value.deviceId), (state) =>
      written(state, dialect.shapes.deviceDetail.write),
    );
  },
  'device.operation.execute': (context, caller, data) => {
    const { service, dialect } = context;
    const request = dialect.executeRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const { deviceId, operation, idempotencyKey } = request.value;
    const { scope } = OPERATIONS[operation.name];
    const admitted = admit(context, caller, scope);
    if (!admitted.ok) return admitted;
    const asked = { deviceId, operation, idempotencyKey };
    return andThen(service.operate(admitted.value, asked), (outcome) =>
      written(outcome, (command) => commandData(dialect, command)),
    );
  },
};

function admit(
  { service }: TopicContext,
  { clientId, origin }: WebSocketCaller,
  scope: Scope,
): ServiceResult<WebSocketCaller> {
  const admitted = service.admitMessage(clientId, scope);
  if (admitted.ok) return { ok: true, value: callerFrom(admitted.value, origin) };
  return admitted;
}
