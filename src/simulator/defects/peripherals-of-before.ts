// The picture of the device is taken before the change is entered in it.
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

export function peripheralsOfBefore(): Defect {
  return {
    id: 'peripherals-of-before',
    rule: 'events.peripherals',
    summary: 'peripherals of device.state.changed shows the relays as they were before the change.',
    ...withStateChanges((event) => {
      const changed = new Set(event.changes.flatMap(({ kind, index }) => (kind === 'relay' ? [index] : [])));
      const relays = event.peripherals.relays.map((relay) =>
        changed.has(relay.index) ? { ...relay, on: !relay.on } : relay,
      );
      return { ...event, peripherals: { ...event.peripherals, relays } };
    }),
  };
}
