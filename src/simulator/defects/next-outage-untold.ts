// Outages that follow each other are reported as one, though the device was online in between.
import type { Defect } from './defect.js';
import { withPublishing } from './with-publishing.js';

const ONE_OUTAGE = 30_000;

export function nextOutageUntold(): Defect {
  const told = new Map<string, number>();
  return {
    id: 'next-outage-untold',
    rule: 'events.offline',
    summary: 'A device that goes offline again within half a minute is not reported offline again.',
    ...withPublishing((event) => {
      const { topic, deviceId, occurredAt } = event;
      if (topic !== 'device.connection.offline') return [event];
      if (occurredAt - (told.get(deviceId) ?? -ONE_OUTAGE) < ONE_OUTAGE) return [];
      told.set(deviceId, occurredAt);
      return [event];
    }),
  };
}
