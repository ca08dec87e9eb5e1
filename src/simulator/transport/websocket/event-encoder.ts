// Encodes events as frames: once for each event, even when it goes to many connections.
import type { Dialect } from '../../../dialect/dialect.js';
import type { ServiceEvent } from '../../service/ports.js';

export type EventEncoder = (event: ServiceEvent) => string;

export function createEventEncoder({ shapes }: Dialect): EventEncoder {
  /** The last one only: an event goes to all connections before the next is sent. */
  let done: { readonly event: ServiceEvent; readonly text: string } | undefined;

  const dataOf = (event: ServiceEvent): unknown => {
    const { deviceId } = event;
    if (event.topic === 'device.state.changed') {
      return shapes.stateChanged.encode({
        deviceId,
        changes: [...event.changes],
        peripherals: event.peripherals,
      });
    }
    if (event.topic === 'device.rs485.received')
      return shapes.rs485Received.encode({ deviceId, data: event.data });
    return shapes.deviceNotice.encode({ deviceId });
  };

  return (event) => {
    if (done?.event === event) return done.text;
    const { topic, eventId, occurredAt } = event;
    const text = shapes.wsEvent.write({ topic, eventId, occurredAt, data: dataOf(event) });
    done = { event, text };
    return text;
  };
}
