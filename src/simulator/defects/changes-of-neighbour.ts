// `changes` names a channel too many.
import type { Defect } from './defect.js';

export function changesOfNeighbour(): Defect {
  return {
    id: 'changes-of-neighbour',
    rule: 'events.changes',
    summary: 'changes names the neighbour of the channel that changed as well.',
    ports: (ports) => ({
      ...ports,
      events: {
        ...ports.events,
        publish: (event) => {
          if (event.topic !== 'device.state.changed') {
            ports.events.publish(event);
            return;
          }
          const changes = event.changes.flatMap((change) => {
            const neighbour = change.index > 1 ? change.index - 1 : change.index + 1;
            return [change, { ...change, index: neighbour }];
          });
          ports.events.publish({ ...event, changes });
        },
      },
    }),
  };
}
