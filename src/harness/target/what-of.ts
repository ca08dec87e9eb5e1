// What a call is a request for: an endpoint over REST, a topic over WebSocket. None for what is written by hand.
import { type EndpointName, endpointOf } from '../../contract/endpoints.js';
import type { OperationName } from '../../contract/operations.js';
import type { RequestTopic } from '../../contract/topics.js';
import type { Channel } from '../../trace/record.js';
import type { Call } from './call.js';

export interface What {
  readonly what: EndpointName | RequestTopic;
  readonly operation?: { readonly name: OperationName };
}

const ENDPOINT_OF = {
  createToken: 'token.create',
  listDevices: 'devices.list',
  refresh: 'devices.read',
  readConfig: 'devices.config',
  listProfiles: 'profiles.list',
  readCommand: 'commands.read',
  addDevice: 'devices.add',
  removeDevice: 'devices.remove',
  changePassword: 'devices.password',
  createTicket: 'ticket.create',
} as const satisfies Partial<Record<Call['name'], EndpointName>>;

export function whatOf(call: Call, channel: Channel): What | undefined {
  if (call.name === 'operate') {
    const { operation, compatibility = false } = call;
    if (channel === 'ws') return { what: 'device.operation.execute', operation };
    return { what: endpointOf(operation.name, { deprecated: compatibility }), operation };
  }
  if (call.name === 'ping') return { what: 'session.ping' };
  if (call.name === 'http' || call.name === 'frame') return undefined;
  if (call.name === 'refresh' && channel === 'ws') return { what: 'device.state.get' };
  return { what: ENDPOINT_OF[call.name] };
}
