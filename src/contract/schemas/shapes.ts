// Every shape that a dialect spells out, by name, with the canonical schema behind it. `each` gives the
// word by which a sample of the wire speaks of one element of a list, as in `[ { index: $relay.index } ]`.
import type * as z from 'zod';
import { OPERATION_NAMES, operationFacts, type OperationShapes } from '../operations.js';
import * as access from './access.js';
import * as command from './command.js';
import * as device from './device.js';
import * as message from './message.js';

/** Those of all operations, in the order of the operations. */
function operationShapes(): OperationShapes {
  const shapes = OPERATION_NAMES.map((name) => operationFacts(name).shapes);
  return Object.assign({}, ...shapes) as OperationShapes;
}

export const SHAPES = {
  peripherals: device.peripherals,
  device: device.device,
  deviceList: device.deviceList,
  deviceDetail: device.deviceDetail,
  deviceState: device.deviceState,
  deviceConfig: device.deviceConfig,
  deviceProfile: device.deviceProfile,
  profileList: device.profileList,
  deviceAddition: device.deviceAddition,
  deviceAdded: device.deviceAdded,
  passwordChange: device.passwordChange,
  command: command.command,
  ...operationShapes(),
  ticket: access.ticket,
  wsRequest: message.wsRequest,
  stateRequest: message.stateRequest,
  executeRequest: message.executeRequest,
  wsEvent: message.wsEvent,
  stateChanged: message.stateChanged,
  deviceNotice: message.deviceNotice,
  rs485Received: message.rs485Received,
} as const satisfies Record<string, z.ZodObject>;

export type ShapeName = keyof typeof SHAPES;
export type ShapeValue<N extends ShapeName> = z.infer<(typeof SHAPES)[N]>;
export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];

/** List schema -> the word for one of its elements. */
export const ELEMENT_WORDS: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [device.peripherals.shape.relays, 'relay'],
  [device.peripherals.shape.digitalInputs, 'input'],
  [device.peripherals.shape.analogInputs, 'analog'],
  [device.peripherals.shape.sensors, 'sensor'],
  [device.deviceList.shape.devices, 'device'],
  [device.deviceConfig.shape.relays, 'relay'],
  [device.profileList.shape.profiles, 'profile'],
  ...OPERATION_NAMES.flatMap((name) => operationFacts(name).elementWords ?? []),
  [message.stateChanged.shape.changes, 'change'],
]);

/** Names that the interface fixes inside a shape, as paths of the wire: a dialect must keep them. */
export const FIXED_NAMES: Partial<Record<ShapeName, readonly string[]>> = {
  deviceList: ['devices'],
  command: ['operation', 'params', 'status', 'result'],
  relayParams: ['relays'],
  // `data` because the idempotency key is said to travel in `data.idempotencyKey`.
  wsRequest: ['requestId', 'data'],
  executeRequest: ['idempotencyKey', 'operation', 'operation.name'],
  stateChanged: ['changes', 'peripherals'],
};

/** Fixed names that the interface calls arrays. */
export const FIXED_ARRAYS: Partial<Record<ShapeName, readonly string[]>> = {
  deviceList: ['devices'],
  relayParams: ['relays'],
};
