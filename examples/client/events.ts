// Events of the six known topics. Whatever else comes is passed over, and so are fields that nobody knows
// (rule client.ignores-unknown-fields). An event that comes again is no news (rule client.handles-events-idempotently).
import { asFields, type Fields } from './answer.js';

const TOPICS = [
  'device.connection.online',
  'device.connection.offline',
  'device.state.changed',
  'device.power.lost',
  'device.power.restored',
  'device.rs485.received',
] as const;

export interface DeviceEvent {
  readonly topic: (typeof TOPICS)[number];
  readonly deviceId: string;
  /** When it happened, ISO 8601; the default dialect has it, others may not. */
  readonly occurredAt?: string;
  readonly eventId?: string;
  /** As it came: `changes` and `peripherals` of a changed state, `data` of what an RS485 port received. */
  readonly data: Fields;
}

export function readEvent(frame: Fields): DeviceEvent | undefined {
  const topic = TOPICS.find((each) => each === frame['topic']);
  const data = asFields(frame['data']);
  const deviceId = data?.['deviceId'];
  if (topic === undefined || data === undefined || typeof deviceId !== 'string') return undefined;
  const { eventId, occurredAt } = frame;
  return {
    topic,
    deviceId,
    data,
    ...(typeof eventId === 'string' && { eventId }),
    ...(typeof occurredAt === 'string' && { occurredAt }),
  };
}

/** True for an event that has not been seen before. */
export type Sieve = (event: DeviceEvent) => boolean;

const MOST_REMEMBERED = 1000;

export function createSieve(): Sieve {
  const seen = new Set<string>();
  return (event) => {
    // Without an id, the same words of the same moment are the same event; without a moment nobody can tell.
    const identity = event.eventId ?? (event.occurredAt === undefined ? undefined : JSON.stringify(event));
    if (identity === undefined) return true;
    if (seen.has(identity)) return false;
    seen.add(identity);
    const [oldest] = seen;
    if (seen.size > MOST_REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
