import type { EventTopic } from '../../../contract/topics.js';
import type { Decoration } from '../../decoration.js';
import type { ServiceEvent } from '../../service/event-bus.js';
type StateChange = Extract<ServiceEvent, {
    topic: 'device.state.changed';
}>;
/** @param edit the events that are published instead of this one: none, one, or several. */
export declare function withPublishing(edit: (event: ServiceEvent) => readonly ServiceEvent[]): Pick<Decoration, 'ports'>;
/** @param edit the `device.state.changed` event that is published instead; undefined for none. */
export declare function withStateChanges(edit: (event: StateChange) => StateChange | undefined): Pick<Decoration, 'ports'>;
/** @param swallows whether the event is never published. */
export declare function withoutEvents(swallows: (event: ServiceEvent) => boolean): Pick<Decoration, 'ports'>;
/** Swallows events of a topic that come less than so many ms after the last one of the device that was published. */
export declare function withoutSoonAgain(topic: EventTopic, ms: number): Pick<Decoration, 'ports'>;
export {};
