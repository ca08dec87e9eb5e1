// Which events are sent, to whom, and which are not.
import { service } from './define.js';
const TOPICS = 'Event topics';
export const EVENT_RULES = [
    service.stated('events.relay-changed', TOPICS, 'When a relay changes state, a device.state.changed event is sent.'),
    service.stated('events.input-changed', TOPICS, 'When a digital input changes state, a device.state.changed event is sent.'),
    service.stated('events.changes', TOPICS, 'In a device.state.changed event, changes names the channels that have changed.'),
    service.stated('events.peripherals', TOPICS, 'In a device.state.changed event, peripherals holds the whole runtime state, not only what has changed.'),
    service.stated('events.not-for-analog', TOPICS, 'When nothing but analog inputs or sensor readings change, no device.state.changed event is sent.'),
    service.stated('events.not-for-config', TOPICS, 'A new jog duration or RS485 baud rate is not announced by any event.'),
    service.stated('events.online', TOPICS, 'When a device connects, a device.connection.online event is sent.'),
    service.stated('events.offline', TOPICS, 'When a device disconnects, a device.connection.offline event is sent.'),
    service.stated('events.power-lost', TOPICS, 'When a device loses power, a device.power.lost event is sent.'),
    service.stated('events.power-restored', TOPICS, "When a device's power returns, a device.power.restored event is sent."),
    service.stated('events.rs485-received', TOPICS, 'RS485 data that no pending transceive is waiting for are reported by a device.rs485.received event.'),
    service.stated('events.not-for-solicited', TOPICS, 'The response that a transceive was waiting for is not reported by a device.rs485.received event as well.'),
    service.stated('events.every-connection', 'Device connection and power (reported by events)', 'An event reaches every open connection whose client may access the device, not only one of them.'),
    service.stated('events.not-replayed', 'Message rules', 'What happened while a client was disconnected is not sent to it once it has connected again.'),
    service.derived('events.no-change-no-event', TOPICS, 'Setting a relay to the state that it already has sends no device.state.changed event.'),
];
