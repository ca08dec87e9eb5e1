// Changes the events between the devices and the connections.
import type { EventTopic } from '../../../contract/topics.js';
import type { Decoration } from '../../decoration.js';
import type { ServiceEvent } from '../../service/ports.js';
import { withPorts } from './ports.js';

type StateChange = Extract<ServiceEvent, { topic: 'device.state.changed' }>;

/** @param edit the events that are published instead of this one: none, one, or several. */
export function withPublishing(
  edit: (event: ServiceEvent) => readonly ServiceEvent[],
): Pick<Decoration, 'ports'> {
  return withPorts(({ events }) => ({
    events: { publish: (event) => edit(event).forEach(events.publish) },
  }));
}

/** @param edit the `device.state.changed` event that is published instead; undefined for none. */
export function withStateChanges(
  edit: (event: StateChange) => StateChange | undefined,
): Pick<Decoration, 'ports'> {
  return withPublishing((event) => {
    if (event.topic !== 'device.state.changed') return [event];
    const edited = edit(event);
    return edited ? [edited] : [];
  });
}

/** @param swallows whether the event is never published. */
export function withoutEvents(swallows: (event: ServiceEvent) => boolean): Pick<Decoration, 'ports'> {
  return withPublishing((event) => (swallows(event) ? [] : [event]));
}

/** Swallows events of a topic that come less than so many ms after the last one of the device that was published. */
export function withoutSoonAgain(topic: EventTopic, ms: number): Pick<Decoration, 'ports'> {
  const published = new Map<string, number>();
  return withoutEvents((event) => {
    const { deviceId, occurredAt } = event;
    if (event.topic !== topic) return false;
    const again = occurredAt - (published.get(deviceId) ?? -Infinity) < ms;
    if (!again) published.set(deviceId, occurredAt);
    return again;
  });
}
