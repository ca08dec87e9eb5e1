// The topics of the WebSocket channel (interface: Events).
export const REQUEST_TOPICS = ['session.ping', 'device.state.get', 'device.operation.execute'];
export const EVENT_TOPICS = [
    'device.connection.online',
    'device.connection.offline',
    'device.state.changed',
    'device.power.lost',
    'device.power.restored',
    'device.rs485.received',
];
export function isRequestTopic(topic) {
    return REQUEST_TOPICS.includes(topic);
}
export function isEventTopic(topic) {
    return EVENT_TOPICS.includes(topic);
}
