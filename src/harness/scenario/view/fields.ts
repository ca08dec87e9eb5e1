// The fields that scenarios can match and refer to, by what they look at: one table for checks, docs and
// suggestions. What lies below a field is not checked before it is seen.

export const VIEW_FIELDS = {
  reply: {
    outcome: '`reply`, or `broken` when none came',
    reason: 'why no reply came: cut, reset, refused or timeout',
    detail: 'the same in words',
    channel: '`rest` or `ws`',
    status: 'HTTP status; absent over WebSocket',
    code: '`SUCCESS` or an error code',
    message: 'text for people',
    requestId: 'as the reply carries it',
    headers: 'by lower-case name; empty over WebSocket',
    retryAfterSeconds: 'from `data.retryAfterSeconds`, else from the header',
    retryAt: 'the clock time at which that delay is over, counted from the arrival of the reply',
    agesAt: 'the clock time at which seven tenths of the lifetime of the token in the reply are over',
    lastsUntil: 'the clock time until which that token surely lasts, by its lifetime',
    expiresAt: 'the clock time from which on it has surely expired',
    data: 'the payload in canonical terms',
    body: 'the whole body or frame as it came, in the names of the wire',
    command: '`data.command`: commandId, deviceId, operation, params, status, result',
    device: 'the device of a refresh',
    devices: 'the devices of a list, by canonical fields',
    peripherals: 'the complete runtime state of a refresh',
    relays: 'the relays that the scenario names, each `on` or `off`, of a refresh',
    inputs: 'the digital inputs that the scenario names, each `active` or `inactive`, of a refresh',
    analogInputs: 'the values of the analog inputs that the scenario names, of a refresh',
    sensors: 'the values of the sensors that the scenario names, of a refresh',
    config: '`relays` and `baudRate` of the device configuration',
    profiles: 'the device profiles',
    ticket: 'a ticket that was created',
    nearMiss: 'the access token or the ticket of the reply, with one of its later characters changed',
    mismatches: 'what did not fit the envelope or the dialect, in words',
    sentAt: 'clock time in ms at which the request was sent',
    answeredAt: 'clock time in ms at which the reply was there',
    took: 'the time between the two in ms',
  },
  connection: {
    outcome: '`open` or `refused`',
    status: 'HTTP status of a refused upgrade',
    unanswered: '`true` where the upgrade got no answer in time, which counts as refused',
    detail: 'why it was refused, in words',
    sentAt: 'clock time in ms at which the attempt to connect began',
    answeredAt: 'clock time in ms at which it was open or refused',
    took: 'the time between the two in ms',
  },
  stimulus: {
    value: 'the number that a witness told',
    more: 'how much that is more than at the look that `since` names',
    sentAt: 'clock time in ms just before it was done',
    answeredAt: 'clock time in ms at which it was done',
    took: 'the time between the two in ms',
  },
  event: {
    topic: 'the topic of the event',
    device: "the scenario's name of the device; its identifier when it has none",
    changes: 'what changed: symbolic relay names, else as in `relay 3` and `digitalInput 1`',
    relays: 'the relays that the scenario names, each `on` or `off`',
    inputs: 'the digital inputs that the scenario names, each `active` or `inactive`',
    peripherals: 'the complete runtime state block',
    data: 'the payload in canonical terms',
    body: 'the whole frame as it came',
    connection: 'the connection that it came on',
    at: 'clock time in ms at which it came',
    after: 'how long after the moment that `since` names it came, in ms',
  },
} as const satisfies Record<string, Record<string, string>>;

/** What `$run` knows. */
export const RUN_FIELDS = {
  roundTrip: 'a long round trip in ms: the longest but one of a few when the run began, or lately',
  overlap:
    'two round trips in ms: requests that are sent at once and take longer than this overlap at the target',
  patience: 'how long the profile waits for what follows an act, in ms',
  id: 'the id of the check',
} as const satisfies Record<string, string>;

export type ViewKind = keyof typeof VIEW_FIELDS;

export function fieldNames(kind: ViewKind): readonly string[] {
  return Object.keys(VIEW_FIELDS[kind]);
}
