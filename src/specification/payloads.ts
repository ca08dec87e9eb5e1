// Which shape travels as body of a request, as data of a reply and as data of a message: the one table from
// which the documents are made.
import type { EndpointName } from '../contract/endpoints.js';
import type { OperationName } from '../contract/operations.js';
import { accessToken, credentials } from '../contract/schemas/access.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { EventTopic } from '../contract/topics.js';

/** What the interface itself spells, so that no dialect has a shape for it. */
export const FIXED_SHAPES = { credentials, accessToken } as const;

export type PayloadName = ShapeName | keyof typeof FIXED_SHAPES;

/** What endpoints that create a command take is told by the contract. */
export const REQUEST_BODIES: Partial<Record<EndpointName, PayloadName>> = {
  'token.create': 'credentials',
  'devices.add': 'deviceAddition',
  'devices.password': 'passwordChange',
};

/** Endpoints that create a command answer with it; what is not named answers with nothing in particular. */
export const REPLY_DATA: Partial<Record<EndpointName, PayloadName>> = {
  'token.create': 'accessToken',
  'devices.list': 'deviceList',
  'devices.read': 'deviceDetail',
  'devices.config': 'deviceConfig',
  'profiles.list': 'profileList',
  'devices.add': 'deviceAdded',
  'ticket.create': 'ticket',
};

export const EVENT_DATA: Readonly<Record<EventTopic, ShapeName>> = {
  'device.connection.online': 'deviceNotice',
  'device.connection.offline': 'deviceNotice',
  'device.state.changed': 'stateChanged',
  'device.power.lost': 'deviceNotice',
  'device.power.restored': 'deviceNotice',
  'device.rs485.received': 'rs485Received',
};

/** The component that describes a command of this operation. */
export function commandName(operation: OperationName): string {
  return `command.${operation}`;
}
