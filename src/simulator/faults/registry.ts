// Every fault that can be ordered, by its type, in the order in which it is shown.
import { DEVICE_FAULTS } from './device.js';
import type { FaultType } from './fault.js';
import { REST_FAULTS } from './rest.js';
import { RS485_FAULTS } from './rs485.js';
import { SERVICE_FAULTS } from './service.js';
import { WEBSOCKET_FAULTS } from './websocket.js';

export const FAULT_TYPES: readonly FaultType[] = [
  ...DEVICE_FAULTS,
  ...RS485_FAULTS,
  ...REST_FAULTS,
  ...WEBSOCKET_FAULTS,
  ...SERVICE_FAULTS,
];

const BY_TYPE = new Map(FAULT_TYPES.map((fault) => [fault.type, fault]));

export function faultType(type: string): FaultType | undefined {
  return BY_TYPE.get(type);
}
