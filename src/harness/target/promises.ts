// Which rule promises that a request is answered with what it asks for, and that an event comes. Anything may be refused
// or fail at any moment (interference.ts); what does each time, where other requests do not, breaks this rule.
import type { EndpointName } from '../../contract/endpoints.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { EventTopic, RequestTopic } from '../../contract/topics.js';

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
