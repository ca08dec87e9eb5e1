// Every fault that can be ordered, by its type, in the order in which it is shown.
import {
  bouncingInput,
  driftingSensor,
  flapping,
  frozenSensor,
  offlineFault,
  powerCut,
  slow,
  stuckRelay,
  unresponsive,
} from './device.js';
import type { FaultType } from './fault.js';
import { internalError, latency, rateLimitedFault, requestLost, responseLost, slowBody } from './rest.js';
import { garble, late, mute, noise, truncate } from './rs485.js';
import { clientDisabled, foreignTraffic, restart, ticketExpiry, tokenExpiry } from './service.js';
import {
  close,
  delayEvents,
  duplicateEvents,
  halfOpen,
  reorderEvents,
  stall,
  unknownFields,
  unknownTopics,
} from './websocket.js';

export const FAULT_TYPES: readonly FaultType[] = [
  offlineFault,
  flapping,
  powerCut,
  unresponsive,
  slow,
  stuckRelay,
  bouncingInput,
  driftingSensor,
  frozenSensor,
  mute,
  garble,
  truncate,
  late,
  noise,
  latency,
  internalError,
  requestLost,
  responseLost,
  rateLimitedFault,
  slowBody,
  close,
  halfOpen,
  stall,
  duplicateEvents,
  delayEvents,
  reorderEvents,
  unknownFields,
  unknownTopics,
  restart,
  tokenExpiry,
  ticketExpiry,
  clientDisabled,
  foreignTraffic,
];

const BY_TYPE = new Map(FAULT_TYPES.map((fault) => [fault.type, fault]));

export function faultType(type: string): FaultType | undefined {
  return BY_TYPE.get(type);
}
