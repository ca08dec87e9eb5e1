// What an API client has to do; judged from its traffic.
import { client } from './define.js';
const ERRORS = 'Errors';
const KEYS = 'Idempotency-Key rules';
const LIMITS = 'Limits';
const MESSAGES = 'Message rules';
export const CLIENT_RULES = [
    client.derived('client.token-reused', 'Authentication', 'A client uses its access token until it expires and does not fetch one for each request.'),
    client.stated('client.server-side-only', 'Authentication', 'Credentials and access tokens are used by servers only: no request that carries them comes from a browser.'),
    client.stated('client.waits-after-429', ERRORS, 'After RATE_LIMITED a client does not try again, on either channel, before the announced wait is over.'),
    client.stated('client.backs-off-when-busy', ERRORS, 'After DEVICE_BUSY a client tries again with growing delays, and never with two requests at the same time.'),
    client.stated('client.backs-off-on-500', ERRORS, 'After INTERNAL_ERROR a client tries again with delays that grow exponentially, within bounds.'),
    client.stated('client.no-retry-unchanged', ERRORS, 'A client does not repeat a request as it was after 400, 401, 403, 404, 422, or a 409 other than DEVICE_BUSY.'),
    client.stated('client.scope-denied-is-final', ERRORS, 'A client does not wait and try again after 403 AUTH_SCOPE_DENIED, as it would after a rate limit.'),
    client.stated('client.key-per-command', KEYS, 'A client sends an idempotency key with every command, and a fresh one with each new command.'),
    client.stated('client.key-kept-on-retry', KEYS, 'A client that got no definitive response sends the identical request again under its original key.'),
    client.stated('client.key-never-reused', KEYS, 'A client never takes a used key for a different device, command or request body.'),
    client.stated('client.timeout-needs-new-key', 'Command status', 'A client that wants the device to try again after a TIMEOUT sends a new command under a new key.'),
    client.stated('client.heartbeat', LIMITS, 'A client sends session.ping about every 30 seconds for as long as its connection is open.'),
    client.stated('client.ticket-just-in-time', 'WebSocket ticket', 'A client creates a ticket right before it connects, and uses it for that connection only.'),
    client.stated('client.reconnect-backoff', LIMITS, 'A client that lost its connection connects again after exponentially growing delays with random jitter.'),
    client.stated('client.rebuilds-baseline', 'What the service does', 'Each time it has connected, a client reads the state of its devices over REST or with device.state.get.'),
    client.stated('client.ignores-unknown-fields', MESSAGES, 'A client carries on when an event has a field or a topic that it does not know.'),
    client.stated('client.handles-events-idempotently', MESSAGES, 'A client that receives an event twice acts on it once; in particular it sends no second command.'),
    client.stated('client.relays-in-one-request', LIMITS, 'A client changes several relays of a device with one relays array, not with one request for each.'),
    client.stated('client.no-compatibility-endpoint', 'Versioning', 'A client uses the multi-relay endpoint and not the single-relay endpoint, which is planned for removal.'),
    client.stated('client.refresh-spacing', LIMITS, 'A client leaves at least three seconds between two refreshes of a device, on whichever channel.'),
    client.derived('client.unique-request-ids', MESSAGES, 'A client gives each request on a connection a requestId that no other request there has.'),
    client.stated('client.coordinated-backoff', KEYS, 'The instances of a client spread their retries over time, so that they do not arrive in bursts.'),
];
