// Passes the requests on WebSocket connections through the active faults. The fault that was ordered first is
// outermost.
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { Interception } from '../../transport/interception.js';
import type { InterceptedMessage } from '../fault.js';
import type { FaultInstance } from './instance.js';

export function createMessageEdge(
  dialect: Dialect,
  active: readonly FaultInstance[],
): Interception['message'] {
  return (caller, request, handle) => {
    const meant = active.filter((instance) => instance.act()?.message);
    if (meant.length === 0) return handle(caller, request);
    const exchange = describe(dialect, caller.clientId, request);
    const step = async (at: number): Promise<ServiceResult<string>> => {
      const instance = meant[at];
      if (!instance) return handle(caller, request);
      // Looked up only now: a fault may have ended while another one delayed the request.
      const act = instance.act();
      if (!act?.message || !instance.selects(exchange)) return step(at + 1);
      if (!instance.ahead) return act.message(exchange, () => step(at + 1));
      const done = await instance.ahead();
      const answer = instance.act()?.message?.(exchange, () => step(at + 1));
      done();
      return answer ?? step(at + 1);
    };
    return step(0);
  };
}

function describe(dialect: Dialect, clientId: string, request: WsRequest): InterceptedMessage {
  const deviceId = deviceIn(dialect, request);
  const on = deviceId === undefined ? '' : ` on ${deviceId}`;
  return { deviceId, clientId, label: `${request.topic}${on} by ${clientId}` };
}

function deviceIn(dialect: Dialect, { topic, data }: WsRequest): string | undefined {
  if (topic === 'session.ping') return undefined;
  const decoded =
    topic === 'device.state.get'
      ? dialect.shapes.stateRequest.decode(data)
      : dialect.executeRequest.decode(data);
  return decoded.ok ? decoded.value.deviceId : undefined;
}
