// For defects of the events: they stand between what happens at the devices and the connections.
import type { Clock } from '../../kernel/clock.js';
import type { Decoration } from '../decoration.js';
import type { EventBus, ServiceEvent } from '../service/event-bus.js';

export type StateChange = Extract<ServiceEvent, { topic: 'device.state.changed' }>;

/** Puts the events instead that `edit` makes of each one: none, one, or several. */
export function withPublishing(
  edit: (event: ServiceEvent, clock: Clock) => readonly ServiceEvent[],
): Pick<Decoration, 'ports'> {
  return {
    ports: (ports, { clock }) => {
      const publish: EventBus['publish'] = (event) => edit(event, clock).forEach(ports.events.publish);
      return { ...ports, events: { ...ports.events, publish } };
    },
  };
}

/** The same for `device.state.changed` alone; what `edit` gives takes its place, undefined drops it. */
export function withStateChanges(
  edit: (event: StateChange, clock: Clock) => StateChange | undefined,
): Pick<Decoration, 'ports'> {
  return withPublishing((event, clock) => {
    if (event.topic !== 'device.state.changed') return [event];
    const edited = edit(event, clock);
    return edited ? [edited] : [];
  });
}
