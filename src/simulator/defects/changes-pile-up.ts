// The list of what has changed is not emptied when it has been sent.
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

export function changesPileUp(): Defect {
  const before = new Map<string, readonly ChannelChange[]>();
  return {
    id: 'changes-pile-up',
    rule: 'events.changes',
    summary: 'changes also names what changed in the event before.',
    ...withStateChanges((event) => {
      const { deviceId, changes } = event;
      const old = (before.get(deviceId) ?? []).filter(
        (change) => !changes.some(({ kind, index }) => kind === change.kind && index === change.index),
      );
      before.set(deviceId, changes);
      return { ...event, changes: [...changes, ...old] };
    }),
  };
}
