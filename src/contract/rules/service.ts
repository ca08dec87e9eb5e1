// The rules that a server has to keep, by what they are about.
import { service, type Rule } from './rule.js';

/** What every REST response looks like, whatever it answers. */
const ENVELOPE_RULES = [
  ...service.stated('Endpoints', [], {
    'envelope.json':
      'Every REST response, a refusal included, has a JSON body that follows the response envelope.',
  }),
  ...service.stated('Response envelope (REST and WebSocket replies)', [], {
    'envelope.code':
      "The envelope's code is a string that reads SUCCESS when the request succeeded, and never otherwise.",
    'envelope.message': "The envelope's message is a string, and reads OK on success.",
    'envelope.data':
      'When the envelope has data at all, they are a JSON object and not an array or a bare value.',
    'envelope.error-request-id': 'The body of a refused REST request carries a requestId.',
  }),
  ...service.stated('Errors', [], {
    'envelope.status-code-pairs':
      'SUCCESS comes with 200, AUTH_INVALID with 401, AUTH_SCOPE_DENIED with 403, DEVICE_BUSY with 409, ' +
      'RATE_LIMITED with 429, INTERNAL_ERROR with 500.',
  }),
  ...service.derived('Errors', [], {
    'envelope.bad-input-is-no-500':
      'Malformed input is refused with a 4xx status and an envelope; it causes neither a 500 nor a ' +
      'broken connection.',
  }),
] as const satisfies readonly Rule[];

/** Who a caller is, and what it may do. */
const AUTHENTICATION_RULES = [
  ...service.stated('Authentication', [], {
    'auth.token-issued':
      'A token request with valid client credentials succeeds with status 200 and returns an access token.',
  }),
  ...service.stated('Access token (data of the token response)', [], {
    'auth.token-shape':
      "Token data hold accessToken, tokenType Bearer, a numeric expiresIn, the caller's clientId, and " +
      'scopes out of the four that exist.',
  }),
  ...service.stated('Errors', [], {
    'auth.invalid-credentials':
      'A token request with an unknown clientId or the wrong clientSecret is refused with 401 AUTH_INVALID.',
    'auth.disabled-client':
      'A client that is disabled, or whose application is, gets refused with the code APP_DISABLED.',
  }),
  ...service.stated('Permissions (scopes)', [], {
    'auth.missing': 'A request to a protected endpoint that carries no access token gets 401.',
    'auth.invalid': 'A request to a protected endpoint with a token that the service never issued gets 401.',
    'auth.expired': 'An access token is refused with 401 once its lifetime is over.',
  }),
  ...service.stated('Idempotency key', [], {
    'auth.key-is-no-credential':
      'An Idempotency-Key opens nothing: a request that has one but no access token is refused like any ' +
      'other without.',
  }),
  ...service.stated('Permissions (scopes)', [], {
    'scope.read-included':
      'A client with device:control, device:config or device:manage may do everything that device:read allows.',
    'scope.independent':
      'None of device:control, device:config and device:manage allows what needs another of the three.',
    'scope.denied':
      'An authenticated request that lacks the permission of its endpoint is refused with 403 ' +
      'AUTH_SCOPE_DENIED.',
  }),
  ...service.stated('Permissions (scopes)', ['envelope.data'], {
    'scope.required-scope-named':
      'A refusal for want of permission names the missing scope in data.requiredScope.',
  }),
  ...service.stated('Permissions (scopes)', [], {
    'scope.checked-on-websocket':
      'Each request on an open WebSocket connection has its permission checked; having connected is not enough.',
    'scope.commands-within-devices':
      'A command can be read only by a client that has access to the device of the command.',
  }),
  ...service.derived('Permissions (scopes)', ['relay-change'], {
    'scope.devices-within-client':
      'A client never sees, reads, operates or gets events of a device that it has no access to.',
  }),
] as const satisfies readonly Rule[];

/** Listing, reading, configuring, adding and removing devices. */
const DEVICES_RULES = [
  ...service.stated('Device', [], {
    'devices.list':
      'The device list is an array at data.devices, an empty one when the client has no device.',
  }),
  ...service.stated('REST endpoints', ['relay-change'], {
    'devices.detail-is-live':
      'Reading one device asks the device itself, so that the reply shows its state of that moment, not ' +
      'a stored one.',
  }),
  ...service.stated('Limits', ['relay-change'], {
    'devices.refresh-covers-all':
      'A refresh reads the whole device: its relays, its digital inputs, its analog inputs and its sensors.',
  }),
  ...service.stated('Device configuration', [], {
    'devices.config-read':
      'The configuration endpoint returns the jog duration of each relay and the baud rate of the RS485 port.',
  }),
  ...service.stated('Device profile', [], {
    'devices.profiles': 'The device-profiles endpoint lists the types of device.',
  }),
  ...service.stated('REST endpoints', [], {
    'devices.add': 'A device that a client has added appears in its device list.',
    'devices.remove': 'A device that a client has removed is no longer listed and can no longer be read.',
    'devices.password': 'A client can replace the password of a device by a new one.',
  }),
  ...service.derived('Errors', [], {
    'devices.unknown': 'A device or command identifier that nothing has is answered with 404.',
  }),
] as const satisfies readonly Rule[];

/** How often one device may be refreshed, and what a refresh that comes too soon is told. */
const REFRESH_RULES = [
  ...service.stated('Limits', [], {
    'refresh.min-interval': 'A second explicit refresh of the same device within three seconds is refused.',
    'refresh.shared-budget':
      'Device detail over REST and device.state.get over WebSocket count together; changing the channel ' +
      'gains nothing.',
    'refresh.per-device': 'Refreshing one device never delays the refresh of a different device.',
  }),
  ...service.derived('Limits', [], {
    'refresh.across-clients': 'Refreshes of the same device by two API clients count together.',
  }),
  ...service.stated('Limits', ['limits.shape'], {
    'refresh.rate-limited-rest':
      'A REST refresh that comes too soon gets 429 RATE_LIMITED, with the wait in Retry-After and in ' +
      'data.retryAfterSeconds.',
  }),
  ...service.stated('Errors', ['limits.shape'], {
    'refresh.rate-limited-websocket':
      'A device.state.get that comes too soon gets a RATE_LIMITED reply with its requestId and the ' +
      'wait, and the connection stays open.',
  }),
  ...service.stated('Limits', [], {
    'refresh.retry-after-truthful':
      'A refresh that was refused is accepted once the wait that the refusal announced is over.',
    'refresh.rejection-is-free':
      'A refresh refused with 429 uses up nothing and does not put off the moment at which the next is ' +
      'accepted.',
  }),
  ...service.derived('Limits', [], {
    'refresh.busy-is-free': 'A refresh refused with DEVICE_BUSY does not count as a refresh of the device.',
  }),
] as const satisfies readonly Rule[];

/** One device does one thing at a time. */
const BUSY_RULES = [
  ...service.stated('Limits', [], {
    'busy.control-control':
      'A control that arrives while the same device carries out another is refused with 409 DEVICE_BUSY.',
    'busy.refresh-control':
      'A control that arrives while the device is refreshed gets 409 DEVICE_BUSY, and so does a refresh ' +
      'during a control.',
    'busy.across-channels':
      'A REST request and a WebSocket request on one device exclude each other as two on the same channel do.',
  }),
  ...service.stated('Other rules', [], {
    'busy.one-at-a-time':
      'However many requests arrive together, a device never carries out two operations at the same time.',
    'busy.released':
      'A device takes a new operation when the running one has ended, even if that one failed or timed out.',
  }),
  ...service.derived('Limits', ['relay-change'], {
    'busy.refused-has-no-effect':
      'A DEVICE_BUSY refusal leaves the device as it was, and no command comes of the refused request.',
  }),
  ...service.stated('Limits', [], {
    'busy.per-device': 'An operation on one device never makes a different device busy.',
  }),
] as const satisfies readonly Rule[];

/** What a key that comes a second time means. */
const IDEMPOTENCY_RULES = [
  ...service.stated('Idempotency-Key rules', ['relay-change'], {
    'idempotency.same-command-rest':
      'A REST request that is sent twice with one Idempotency-Key gets the same command identifier and ' +
      'result twice.',
    'idempotency.same-command-websocket':
      'A WebSocket request that is sent twice with one data.idempotencyKey gets the same command ' +
      'identifier and result.',
  }),
  ...service.derived('REST and WebSocket consistency', ['relay-change'], {
    'idempotency.across-channels':
      'A key that was used on one channel and comes again on the other returns the command that it ' +
      'first created.',
  }),
  ...service.stated('Idempotency-Key rules', ['relay-change'], {
    'idempotency.no-second-execution':
      'Repeating a request under its key never makes the device act a second time.',
    'idempotency.after-lost-response':
      'A request that lost its connection before any response can be repeated unchanged without a ' +
      'second command.',
  }),
  ...service.derived('Idempotency-Key rules', ['relay-change'], {
    'idempotency.in-flight':
      'A repeat that arrives while the first request is still running creates no second command.',
  }),
  ...service.stated('Command status', [], {
    'idempotency.timeout-is-final':
      'A repeat of a request that ended in TIMEOUT returns that TIMEOUT and sends nothing; only a new ' +
      'key tries again.',
  }),
  ...service.stated('Idempotency-Key rules', ['relay-change'], {
    'idempotency.new-key-new-command':
      'An operation that is sent again under a new key runs again, as a new command.',
  }),
  ...service.derived('Idempotency-Key rules', ['relay-change'], {
    'idempotency.refused-is-not-remembered':
      'A request that was refused with 429 or DEVICE_BUSY can be sent again under its key, and then runs once.',
    'idempotency.reused-for-another-request':
      'A key that comes with another device, operation or body neither runs that request nor alters its ' +
      'own command.',
    'idempotency.per-client':
      'A key belongs to its client: another client that happens to use the same one gets a command of its own.',
  }),
] as const satisfies readonly Rule[];

/** The command that every operation creates, and how it is read back. */
const COMMANDS_RULES = [
  ...service.stated('Command', [], {
    'commands.shape':
      'The object at data.command has operation, params and status, and a result if the operation produced one.',
  }),
  ...service.stated('Command', ['relay-change'], {
    'commands.created-by-every-operation':
      'Relay, RS485 transceive, baud rate and jog operations all create a command, on REST as on WebSocket.',
  }),
  ...service.stated('REST endpoints', [], {
    'commands.readable':
      'Reading a command by its identifier shows the operation, params and outcome of the request that ' +
      'created it.',
  }),
  ...service.stated('REST and WebSocket consistency', [], {
    'commands.same-object-both-channels':
      'A command looks the same at data.command of a REST response and of a WebSocket reply.',
  }),
  ...service.stated('Command status', [], {
    'commands.terminal-stays':
      'A command that has once reached a final status, such as TIMEOUT, keeps it for good.',
  }),
] as const satisfies readonly Rule[];

/** What each of the four operations does to the device. */
const OPERATIONS_RULES = [
  ...service.stated('REST endpoints', ['relay-state', 'named-relay'], {
    'relay.set-many': 'A request with several entries in its relays array changes all of these relays.',
  }),
  ...service.stated('REST endpoints', ['relay-state'], {
    'relay.effect':
      'When a relay command has succeeded, each relay that it names is in the state that was asked for.',
  }),
  ...service.stated('Versioning', ['relay-change'], {
    'relay.compatibility':
      'As long as the single-relay endpoint exists, it has the effect of a relays array with that relay alone.',
  }),
  ...service.stated('REST endpoints', [], {
    'rs485.transceive':
      'A transceive puts its data on the RS485 line and returns what the peripheral answers.',
  }),
  ...service.stated('Command status', [], {
    'rs485.timeout': 'A transceive that no peripheral answers ends as a command in status TIMEOUT.',
  }),
  ...service.stated('Device configuration', [], {
    'rs485.baud-rate':
      'A baud rate that was set is the one that the device configuration shows from then on.',
  }),
  ...service.stated('Device configuration', ['relay-change'], {
    'relay.jog-config':
      'A jog duration that was set appears in the device configuration for its relay, and every other ' +
      "relay's stays.",
  }),
] as const satisfies readonly Rule[];

/** Opening a WebSocket connection, and requests and replies on it. */
const WEBSOCKET_RULES = [
  ...service.stated('REST endpoints', [], {
    'ws.ticket-issued': 'A request with a valid access token can create a ticket.',
  }),
  ...service.stated('Permissions (scopes)', [], {
    'ws.ticket-needs-token': 'A ticket request without a valid access token gets 401 and no ticket.',
    'ws.ticket-required':
      'A WebSocket connection without a ticket, or with one that the service never issued, is refused.',
  }),
  ...service.stated('Other rules', [], {
    'ws.ticket-once':
      'A ticket opens a single connection: it is refused the next time, and of two attempts at once ' +
      'only one succeeds.',
  }),
  ...service.stated('Message rules', [], {
    'ws.reply-shape':
      'Each WebSocket reply has the type reply and the fields requestId, code, message and data.',
    'ws.correlation':
      'Each WebSocket reply carries the requestId of the very request that it answers, however many are ' +
      'under way.',
  }),
  ...service.stated('Request topics', [], {
    'ws.ping': 'Each session.ping gets a reply.',
  }),
  ...service.stated('Request topics', ['relay-change'], {
    'ws.state-get':
      'A device.state.get refreshes the device that it names and returns the state of that device.',
  }),
  ...service.stated('Operations of device.operation.execute (`operation.name`)', ['relay-change'], {
    'ws.operation-execute':
      'Relay, RS485 transceive, baud rate and jog operations can all be run with device.operation.execute.',
  }),
  ...service.stated('Errors', [], {
    'ws.errors-keep-connection':
      'A connection stays open and usable after one of its requests was refused with RATE_LIMITED.',
  }),
  ...service.derived('Message rules', [], {
    'ws.bad-frame-survives':
      'A malformed frame gets an error reply or an orderly close, and no other connection notices.',
  }),
] as const satisfies readonly Rule[];

/** Which events are sent, to whom, and which are not. */
const EVENTS_RULES = [
  ...service.stated('Event topics', ['relay-change'], {
    'events.relay-changed': 'When a relay changes state, a device.state.changed event is sent.',
  }),
  ...service.stated('Event topics', [], {
    'events.input-changed': 'When a digital input changes state, a device.state.changed event is sent.',
  }),
  ...service.stated('Event topics', ['relay-event'], {
    'events.changes': 'In a device.state.changed event, changes names the channels that have changed.',
    'events.peripherals':
      'In a device.state.changed event, peripherals holds the whole runtime state, not only what has changed.',
  }),
  ...service.stated('Event topics', [], {
    'events.not-for-analog':
      'When nothing but analog inputs or sensor readings change, no device.state.changed event is sent.',
    'events.not-for-config': 'A new jog duration or RS485 baud rate is not announced by any event.',
    'events.online': 'When a device connects, a device.connection.online event is sent.',
    'events.offline': 'When a device disconnects, a device.connection.offline event is sent.',
    'events.power-lost': 'When a device loses power, a device.power.lost event is sent.',
    'events.power-restored': "When a device's power returns, a device.power.restored event is sent.",
    'events.rs485-received':
      'RS485 data that no pending transceive is waiting for are reported by a device.rs485.received event.',
    'events.not-for-solicited':
      'The response that a transceive was waiting for is not reported by a device.rs485.received event as well.',
  }),
  ...service.stated('Device connection and power (reported by events)', ['relay-event'], {
    'events.every-connection':
      'An event reaches every open connection whose client may access the device, not only one of them.',
  }),
  ...service.stated('Message rules', ['relay-event'], {
    'events.not-replayed':
      'What happened while a client was disconnected is not sent to it once it has connected again.',
  }),
  ...service.derived('Event topics', ['relay-event'], {
    'events.no-change-no-event':
      'Setting a relay to the state that it already has sends no device.state.changed event.',
  }),
] as const satisfies readonly Rule[];

/** Quotas, and what a request that exceeds one is told. */
const LIMITS_RULES = [
  ...service.stated('Limits', ['envelope.data'], {
    'limits.shape':
      'Every 429 gives the wait in seconds in the Retry-After header and again in data.retryAfterSeconds.',
  }),
  ...service.stated('Limits', [], {
    'limits.rejection-is-free':
      'A request refused with 429 counts against no quota and does not prolong the window.',
    'limits.shared-per-client': 'All access tokens and instances of one API client draw on the same quotas.',
  }),
  ...service.stated('Limits', ['envelope.data'], {
    'limits.ticket-endpoint':
      'A 429 from the ticket endpoint has the same form and effect as one from any other endpoint.',
  }),
  ...service.stated('Limits', [], {
    'limits.control-stricter': 'Refreshes and controls are allowed less often than ordinary queries.',
  }),
] as const satisfies readonly Rule[];

/** Where the version of the interface shows. */
const VERSION_RULES = [
  ...service.stated('Versioning', [], {
    'version.in-path': 'Every REST and WebSocket path begins with /svc/v1.',
  }),
] as const satisfies readonly Rule[];

/** In the order in which reports and docs list them. */
export const SERVICE_RULES = [
  ...ENVELOPE_RULES,
  ...AUTHENTICATION_RULES,
  ...DEVICES_RULES,
  ...REFRESH_RULES,
  ...BUSY_RULES,
  ...IDEMPOTENCY_RULES,
  ...COMMANDS_RULES,
  ...OPERATIONS_RULES,
  ...WEBSOCKET_RULES,
  ...EVENTS_RULES,
  ...LIMITS_RULES,
  ...VERSION_RULES,
] as const satisfies readonly Rule[];
