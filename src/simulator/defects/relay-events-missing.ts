// A relay change is not told to anybody.
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

export function relayEventsMissing(): Defect {
  return {
    id: 'relay-events-missing',
    rule: 'events.relay-changed',
    summary: 'A relay change emits no device.state.changed.',
    ...withStateChanges((event) => (event.changes.some(({ kind }) => kind === 'relay') ? undefined : event)),
  };
}
