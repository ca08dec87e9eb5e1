// `peripherals` of an event leaves out what is not switched.
import type { Defect } from './defect.js';
import { withStateChanges } from './with-publishing.js';

export function peripheralsIncomplete(): Defect {
  return {
    id: 'peripherals-incomplete',
    rule: 'events.peripherals',
    summary: 'peripherals of device.state.changed has no analog inputs and no sensors.',
    ...withStateChanges((event) => ({
      ...event,
      peripherals: { ...event.peripherals, analogInputs: [], sensors: [] },
    })),
  };
}
