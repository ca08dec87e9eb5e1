// What a request is: an endpoint or a topic, the quotas that it counts for, and the rule that promises an answer to it.
import {
  type EndpointName,
  type Endpoint,
  ENDPOINTS,
  type QuotaClass,
  endpointOf,
} from '../../contract/endpoints.js';
import type { OperationName } from '../../contract/operations.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { EventTopic, RequestTopic } from '../../contract/topics.js';
import type { Channel } from '../../trace/record.js';
import type { Call } from './call.js';

// Which rule promises that a request is answered with what it asks for, and that an event comes. Anything may be refused
// or fail at any moment (interference.ts); what does each time, where other requests do not, breaks this rule.

const PROMISES = {
  'token.create': 'auth.token-issued',
  'devices.list': 'devices.list',
  'devices.read': 'devices.detail-is-live',
  'devices.config': 'devices.config-read',
  'profiles.list': 'devices.profiles',
  'commands.read': 'commands.readable',
  'relays.set': 'relay.set-many',
  'relays.set-one': 'relay.compatibility',
  'rs485.transceive': 'rs485.transceive',
  'rs485.baud-rate': 'rs485.baud-rate',
  'relays.jog-config': 'relay.jog-config',
  'devices.add': 'devices.add',
  'devices.remove': 'devices.remove',
  'devices.password': 'devices.password',
  'ticket.create': 'ws.ticket-issued',
  // A ticket opens one connection, and not none.
  'websocket.open': 'ws.ticket-once',
  'session.ping': 'ws.ping',
  'device.state.get': 'ws.state-get',
  'device.operation.execute': 'ws.operation-execute',
} as const satisfies Record<EndpointName | RequestTopic, RuleId>;

/** The rules that promise events of a topic; of two, the one that is broken comes first. */
export const EVENT_PROMISES: Readonly<Record<EventTopic, readonly RuleId[]>> = {
  'device.state.changed': ['events.relay-changed', 'events.input-changed'],
  'device.connection.online': ['events.online'],
  'device.connection.offline': ['events.offline'],
  'device.power.lost': ['events.power-lost'],
  'device.power.restored': ['events.power-restored'],
  'device.rs485.received': ['events.rs485-received'],
};

/** @param what an endpoint or a topic. Undefined for anything else. */
export function promiseOf(what: keyof typeof PROMISES): RuleId;
export function promiseOf(what: string): RuleId | undefined;
export function promiseOf(what: string): RuleId | undefined {
  return Object.hasOwn(PROMISES, what) ? PROMISES[what as keyof typeof PROMISES] : undefined;
}

/** Explicit refreshes of one device, over either channel: they have a budget of their own for each device. */
export const REFRESHES: ReadonlySet<string> = new Set<EndpointName | RequestTopic>([
  'devices.read',
  'device.state.get',
]);

// Which quotas a request counts for, on either channel.

/** @param what an endpoint or a topic. */
export function classesOf(what: string): readonly QuotaClass[] {
  if (what === 'session.ping') return ['message'];
  if (what === 'device.state.get') return ['message', 'refresh'];
  if (what === 'device.operation.execute') return ['message', 'control'];
  if (what === 'websocket.open') return ['connect'];
  const endpoint: Endpoint | undefined = Object.hasOwn(ENDPOINTS, what)
    ? ENDPOINTS[what as keyof typeof ENDPOINTS]
    : undefined;
  return endpoint ? [endpoint.quota] : [];
}

// What a call is a request for: an endpoint over REST, a topic over WebSocket. None for what is written by hand.

export interface What {
  readonly what: EndpointName | RequestTopic;
  readonly operation?: { readonly name: OperationName };
}

export const ENDPOINT_OF = {
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
