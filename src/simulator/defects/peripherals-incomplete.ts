// `peripherals` of an event leaves out what is not switched.
import type { Defect } from './defect.js';

export function peripheralsIncomplete(): Defect {
  return {
    id: 'peripherals-incomplete',
    rule: 'events.peripherals',
    summary: 'peripherals of device.state.changed has no analog inputs and no sensors.',
    ports: (ports) => ({
      ...ports,
      events: {
        ...ports.events,
        publish: (event) => {
          if (event.topic !== 'device.state.changed') ports.events.publish(event);
          else {
            const peripherals = { ...event.peripherals, analogInputs: [], sensors: [] };
            ports.events.publish({ ...event, peripherals });
          }
        },
      },
    }),
  };
}
