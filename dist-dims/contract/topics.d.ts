export declare const REQUEST_TOPICS: readonly ['session.ping', 'device.state.get', 'device.operation.execute'];
export type RequestTopic = (typeof REQUEST_TOPICS)[number];
export declare const EVENT_TOPICS: readonly ['device.connection.online', 'device.connection.offline', 'device.state.changed', 'device.power.lost', 'device.power.restored', 'device.rs485.received'];
export type EventTopic = (typeof EVENT_TOPICS)[number];
export declare function isRequestTopic(topic: string): topic is RequestTopic;
export declare function isEventTopic(topic: string): topic is EventTopic;
