// The topics of the WebSocket channel (interface: Events).

export const REQUEST_TOPICS = ['session.ping', 'device.state.get', 'device.operation.execute'] as const;
export type RequestTopic = (typeof REQUEST_TOPICS)[number];

export const EVENT_TOPICS = [
  'device.connection.online',
  'device.connection.offline',
  'device.state.changed',
  'device.power.lost',
  'device.power.restored',
  'device.rs485.received',
] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

export function isRequestTopic(topic: string): topic is RequestTopic {
  return (REQUEST_TOPICS as readonly string[]).includes(topic);
}

export function isEventTopic(topic: string): topic is EventTopic {
  return (EVENT_TOPICS as readonly string[]).includes(topic);
}
