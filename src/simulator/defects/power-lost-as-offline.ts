// A lost supply is reported as a lost connection.
import type { Defect } from './defect.js';
import { withPublishing } from './with-publishing.js';

export function powerLostAsOffline(): Defect {
  return {
    id: 'power-lost-as-offline',
    rule: 'events.power-lost',
    summary: 'When a device loses power, device.connection.offline is sent instead of device.power.lost.',
    ...withPublishing((event) =>
      event.topic === 'device.power.lost' ? [{ ...event, topic: 'device.connection.offline' }] : [event],
    ),
  };
}
