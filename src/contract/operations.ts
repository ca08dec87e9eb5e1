// The four operations that create a command (interface: Operations of device.operation.execute).
import type { Scope } from './scopes.js';

export const OPERATIONS = {
  'device.relay.set': { scope: 'device:control', summary: 'Controls one or several relays' },
  'device.rs485.transceive': {
    scope: 'device:control',
    summary: 'Sends RS485 data and waits for the response',
  },
  'device.rs485.baudRate.set': { scope: 'device:config', summary: 'Sets the RS485 baud rate' },
  'device.relay.jogConfig.set': { scope: 'device:config', summary: 'Sets the jog duration of one relay' },
} as const satisfies Record<string, { scope: Scope; summary: string }>;

export type OperationName = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}
