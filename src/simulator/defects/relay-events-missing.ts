// A relay change is not told to anybody.
import type { Defect } from './defect.js';

export function relayEventsMissing(): Defect {
  return {
    id: 'relay-events-missing',
    rule: 'events.relay-changed',
    summary: 'A relay change emits no device.state.changed.',
    ports: (ports) => ({
      ...ports,
      events: {
        ...ports.events,
        publish: (event) => {
          const ofRelay =
            event.topic === 'device.state.changed' && event.changes.some(({ kind }) => kind === 'relay');
          if (!ofRelay) ports.events.publish(event);
        },
      },
    }),
  };
}
