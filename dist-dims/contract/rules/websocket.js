// Opening a WebSocket connection, and requests and replies on it.
import { service } from './define.js';
const PERMISSIONS = 'Permissions (scopes)';
const MESSAGES = 'Message rules';
const TOPICS = 'Request topics';
export const WEBSOCKET_RULES = [
    service.stated('ws.ticket-issued', 'REST endpoints', 'A request with a valid access token can create a ticket.'),
    service.stated('ws.ticket-needs-token', PERMISSIONS, 'A ticket request without a valid access token gets 401 and no ticket.'),
    service.stated('ws.ticket-required', PERMISSIONS, 'A WebSocket connection without a ticket, or with one that the service never issued, is refused.'),
    service.stated('ws.ticket-once', 'Other rules', 'A ticket opens a single connection: it is refused the next time, and of two attempts at once only one succeeds.'),
    service.stated('ws.reply-shape', MESSAGES, 'Each WebSocket reply has the type reply and the fields requestId, code, message and data.'),
    service.stated('ws.correlation', MESSAGES, 'Each WebSocket reply carries the requestId of the very request that it answers, however many are under way.'),
    service.stated('ws.ping', TOPICS, 'Each session.ping gets a reply.'),
    service.stated('ws.state-get', TOPICS, 'A device.state.get refreshes the device that it names and returns the state of that device.'),
    service.stated('ws.operation-execute', 'Operations of device.operation.execute (`operation.name`)', 'Relay, RS485 transceive, baud rate and jog operations can all be run with device.operation.execute.'),
    service.stated('ws.errors-keep-connection', 'Errors', 'A connection stays open and usable after one of its requests was refused with RATE_LIMITED.'),
    service.derived('ws.bad-frame-survives', MESSAGES, 'A malformed frame gets an error reply or an orderly close, and no other connection notices.'),
];
