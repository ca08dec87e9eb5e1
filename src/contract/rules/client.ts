// What an API client has to do; judged from its traffic.
import { client, type Rule } from './rule.js';

export const CLIENT_RULES = [
  ...client.derived('Authentication', [], {
    'client.token-reused':
      'A client uses its access token until it expires and does not fetch one for each request.',
  }),
  ...client.stated('Authentication', [], {
    'client.server-side-only':
      'Credentials and access tokens are used by servers only: no request that carries them comes from ' +
      'a browser.',
  }),
  ...client.stated('Errors', [], {
    'client.waits-after-429':
      'After RATE_LIMITED a client does not try again, on either channel, before the announced wait is over.',
    'client.backs-off-when-busy':
      'After DEVICE_BUSY a client tries again with growing delays, and never with two requests at the ' +
      'same time.',
    'client.backs-off-on-500':
      'After INTERNAL_ERROR a client tries again with delays that grow exponentially, within bounds.',
    'client.no-retry-unchanged':
      'A client does not repeat a request as it was after 400, 401, 403, 404, 422, or a 409 other than ' +
      'DEVICE_BUSY.',
    'client.scope-denied-is-final':
      'A client does not wait and try again after 403 AUTH_SCOPE_DENIED, as it would after a rate limit.',
  }),
  ...client.stated('Idempotency-Key rules', [], {
    'client.key-per-command':
      'A client sends an idempotency key with every command, and a fresh one with each new command.',
    'client.key-kept-on-retry':
      'A client that got no definitive response sends the identical request again under its original key.',
    'client.key-never-reused':
      'A client never takes a used key for a different device, command or request body.',
  }),
  ...client.stated('Command status', [], {
    'client.timeout-needs-new-key':
      'A client that wants the device to try again after a TIMEOUT sends a new command under a new key.',
  }),
  ...client.stated('Limits', [], {
    'client.heartbeat':
      'A client sends session.ping about every 30 seconds for as long as its connection is open.',
  }),
  ...client.stated('WebSocket ticket', [], {
    'client.ticket-just-in-time':
      'A client creates a ticket right before it connects, and uses it for that connection only.',
  }),
  ...client.stated('Limits', [], {
    'client.reconnect-backoff':
      'A client that lost its connection connects again after exponentially growing delays with random jitter.',
  }),
  ...client.stated('What the service does', [], {
    'client.rebuilds-baseline':
      'Each time it has connected, a client reads the state of its devices over REST or with device.state.get.',
  }),
  ...client.stated('Message rules', [], {
    'client.ignores-unknown-fields':
      'A client carries on when an event has a field or a topic that it does not know.',
    'client.handles-events-idempotently':
      'A client that receives an event twice acts on it once; in particular it sends no second command.',
  }),
  ...client.stated('Limits', [], {
    'client.relays-in-one-request':
      'A client changes several relays of a device with one relays array, not with one request for each.',
  }),
  ...client.stated('Versioning', [], {
    'client.no-compatibility-endpoint':
      'A client uses the multi-relay endpoint and not the single-relay endpoint, which is planned for removal.',
  }),
  ...client.stated('Limits', [], {
    'client.refresh-spacing':
      'A client leaves at least three seconds between two refreshes of a device, on whichever channel.',
  }),
  ...client.derived('Message rules', [], {
    'client.unique-request-ids':
      'A client gives each request on a connection a requestId that no other request there has.',
  }),
  ...client.stated('Idempotency-Key rules', [], {
    'client.coordinated-backoff':
      'The instances of a client spread their retries over time, so that they do not arrive in bursts.',
  }),
] as const satisfies readonly Rule[];

export type ClientRuleId = (typeof CLIENT_RULES)[number]['id'];
