// What travels on both channels: the reply envelope, WebSocket requests and events.
import * as z from 'zod';
import { peripherals } from './device.js';
import { bytes, channelIndex, identifier, mark, timestamp } from './scalars.js';

/** The envelope of every REST response and WebSocket reply (interface: Response envelope). */
export const envelope = z.object({
  code: z.string().min(1),
  message: z.string(),
  requestId: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** A WebSocket reply: the envelope, `type` `reply` and the requestId of its request (ws.reply-shape). */
export const wsReply = envelope.extend({ type: z.literal('reply'), requestId: z.string() });

/** A WebSocket request; what `data` holds depends on the topic. */
export const wsRequest = z.object({
  topic: z.string().min(1).max(128),
  requestId: z.string().min(1).max(256),
  data: z.unknown().optional(),
});
export type WsRequest = z.infer<typeof wsRequest>;

/** `data` of a `device.state.get` request. */
export const stateRequest = z.object({ deviceId: identifier });

/** `data` of a `device.operation.execute` request; `params` take the shape of the operation. */
export const executeRequest = z.object({
  deviceId: identifier,
  idempotencyKey: z.string().min(1).max(256).optional(),
  operation: z.object({ name: z.string(), params: z.unknown() }),
});

/** An event; what `data` holds depends on the topic. */
export const wsEvent = z.object({
  topic: z.string(),
  eventId: mark.optional(),
  occurredAt: timestamp.optional(),
  data: z.unknown(),
});

/** A channel that changed: the kinds that `device.state.changed` speaks of. */
export const channelChange = z.object({ kind: z.enum(['relay', 'digitalInput']), index: channelIndex });
export type ChannelChange = z.infer<typeof channelChange>;

/** `data` of `device.state.changed`. */
export const stateChanged = z.object({ deviceId: identifier, changes: z.array(channelChange), peripherals });

/** `data` of the connection and power events. */
export const deviceNotice = z.object({ deviceId: identifier });

/** `data` of `device.rs485.received`. */
export const rs485Received = z.object({ deviceId: identifier, data: bytes });
