// A device that has just been heard is not heard again at once: what it says then is lost.
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

const QUIET = 1000;

export function eventLostInBurst(): Defect {
  const told = new Map<string, number>();
  return {
    id: 'event-lost-in-burst',
    rule: 'events.relay-changed',
    summary: 'A relay change within a second of another change of the device emits no event.',
    ...withStateChanges((event, clock) => {
      const { deviceId } = event;
      if (clock.now() - (told.get(deviceId) ?? -QUIET) < QUIET) return undefined;
      told.set(deviceId, clock.now());
      return event;
    }),
  };
}
