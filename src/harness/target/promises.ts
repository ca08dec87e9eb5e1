// Which rule promises that a request is answered with what it asks for. Anything may be refused or fail at any moment
// (interference.ts); what does each time, where other requests do not, breaks this rule.
import type { EndpointName } from '../../contract/endpoints.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { RequestTopic } from '../../contract/topics.js';

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

/** @param what an endpoint or a topic. Undefined for anything else. */
export function promiseOf(what: string): RuleId | undefined {
  return Object.hasOwn(PROMISES, what) ? PROMISES[what as keyof typeof PROMISES] : undefined;
}
