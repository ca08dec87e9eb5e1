import type { EventTopic } from '../../contract/topics.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
interface EventStamp {
    readonly eventId: string;
    /** Clock time in ms. */
    readonly occurredAt: number;
    readonly deviceId: string;
}
export type ServiceEvent = EventStamp & ({
    readonly topic: Exclude<EventTopic, 'device.state.changed' | 'device.rs485.received'>;
} | {
    readonly topic: 'device.state.changed';
    readonly changes: readonly ChannelChange[];
    readonly peripherals: Peripherals;
} | {
    readonly topic: 'device.rs485.received';
    readonly data: string;
});
export interface Subscriber {
    /** Whether the subscriber may hear of this device (scope.devices-within-client). */
    mayHear(deviceId: string): boolean;
    deliver(event: ServiceEvent): void;
}
export interface EventBus {
    publish(event: ServiceEvent): void;
    /** Returns the way to stop. */
    subscribe(subscriber: Subscriber): () => void;
}
export declare function createEventBus(): EventBus;
export {};
