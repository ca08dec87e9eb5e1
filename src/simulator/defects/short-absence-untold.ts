// Flapping links are damped on the way back only.
import type { Defect } from './defect.js';
import { withPublishing } from './with-publishing.js';

const SHORT = 10_000;

export function shortAbsenceUntold(): Defect {
  const wentAt = new Map<string, number>();
  return {
    id: 'short-absence-untold',
    rule: 'events.online',
    summary: 'A device that is back within ten seconds is reported offline, but not online again.',
    ...withPublishing((event) => {
      const { topic, deviceId, occurredAt } = event;
      if (topic === 'device.connection.offline') wentAt.set(deviceId, occurredAt);
      const absence = occurredAt - (wentAt.get(deviceId) ?? -SHORT);
      return topic === 'device.connection.online' && absence < SHORT ? [] : [event];
    }),
  };
}
