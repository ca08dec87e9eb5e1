// `changes` names a channel too many.
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

export function changesOfNeighbour(): Defect {
  return {
    id: 'changes-of-neighbour',
    rule: 'events.changes',
    summary: 'changes names the neighbour of the channel that changed as well.',
    ...withStateChanges((event) => {
      const changes = event.changes.flatMap((change) => {
        const neighbour = change.index > 1 ? change.index - 1 : change.index + 1;
        return [change, { ...change, index: neighbour }];
      });
      return { ...event, changes };
    }),
  };
}
