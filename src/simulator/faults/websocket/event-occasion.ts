// An event on its way to one connection, in words for the journal.
import type { ServiceEvent } from '../../service/event-bus.js';
import type { ConnectionHandle } from '../engine/connection-handle.js';
import type { Occasion } from '../engine/site.js';

export function eventOccasion(
  { topic, deviceId }: ServiceEvent,
  { id, clientId }: ConnectionHandle,
): Occasion {
  return { what: `${topic} of ${deviceId} to ${id} of ${clientId}`, deviceId };
}
