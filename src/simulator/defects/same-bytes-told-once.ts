// Bytes that come again soon are taken for an echo.
import type { Defect } from './defect.js';
import { withPublishing } from './with-publishing.js';

/** How long, in ms. */
const ECHO = 5000;

export function sameBytesToldOnce(): Defect {
  const last = new Map<string, number>();
  return {
    id: 'same-bytes-told-once',
    rule: 'events.rs485-received',
    summary: 'Unsolicited bytes emit no event when the same ones came within the last five seconds.',
    ...withPublishing((event) => {
      if (event.topic !== 'device.rs485.received') return [event];
      const { deviceId, data, occurredAt } = event;
      const bytes = `${deviceId} ${data}`;
      const echo = occurredAt - (last.get(bytes) ?? -ECHO) < ECHO;
      last.set(bytes, occurredAt);
      return echo ? [] : [event];
    }),
  };
}
