// Commands, and the parameters and results of the four operations (interface: Command).
import { z } from 'zod';
import { OPERATION_NAMES } from '../operations.js';
import { bytes, channelIndex, commandStatus, duration, identifier, timestamp } from './scalars.js';

export const relayAction = z.enum(['on', 'off', 'jog']);
export type RelayAction = z.infer<typeof relayAction>;

export const relayChange = z.object({ index: channelIndex, action: relayAction });
export type RelayChange = z.infer<typeof relayChange>;

/** Parameters of `device.relay.set`. */
export const relayParams = z.object({ relays: z.array(relayChange).min(1).max(256) });

/** Body of the compatibility endpoint; the relay is named by the path. */
export const singleRelayBody = z.object({ action: relayAction });

/** Parameters of `device.rs485.transceive`: bytes to send, and how long to wait for the response in ms. */
export const transceiveParams = z.object({ data: bytes, timeout: duration.optional() });

/** Parameters of `device.rs485.baudRate.set`, in bit/s. */
export const baudRateParams = z.object({ baudRate: z.int().positive() });

/** Parameters of `device.relay.jogConfig.set`: jog duration of one relay in ms. */
export const jogParams = z.object({ index: channelIndex, duration });

/** Body of the jog configuration endpoint; the relay is named by the path. */
export const jogBody = z.object({ duration });

/** Result of a transceive that was answered. */
export const transceiveResult = z.object({ data: bytes });
export type TransceiveResult = z.infer<typeof transceiveResult>;

/** An operation and its parameters, as the service and the harness speak of it. */
export const operation = z.discriminatedUnion('name', [
  z.object({ name: z.literal('device.relay.set'), params: relayParams }),
  z.object({ name: z.literal('device.rs485.transceive'), params: transceiveParams }),
  z.object({ name: z.literal('device.rs485.baudRate.set'), params: baudRateParams }),
  z.object({ name: z.literal('device.relay.jogConfig.set'), params: jogParams }),
]);
export type Operation = z.infer<typeof operation>;

/** A command as it travels: `params` and `result` take the shape of the operation. */
export const command = z.object({
  commandId: identifier,
  deviceId: identifier.optional(),
  operation: z.enum(OPERATION_NAMES),
  params: z.unknown(),
  status: commandStatus,
  result: z.unknown().optional(),
  createdAt: timestamp.optional(),
  completedAt: timestamp.optional(),
});
export type Command = z.infer<typeof command>;
