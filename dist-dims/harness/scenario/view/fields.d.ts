export declare const VIEW_FIELDS: {
    readonly reply: {
        readonly outcome: '`reply`, or `broken` when none came';
        readonly reason: 'why no reply came: cut, reset, refused or timeout';
        readonly detail: 'the same in words';
        readonly channel: '`rest` or `ws`';
        readonly status: 'HTTP status; absent over WebSocket';
        readonly code: '`SUCCESS` or an error code';
        readonly message: 'text for people';
        readonly requestId: 'as the reply carries it';
        readonly headers: 'by lower-case name; empty over WebSocket';
        readonly retryAfterSeconds: 'from `data.retryAfterSeconds`, else from the header';
        readonly retryAt: 'the clock time at which that delay is over, counted from the arrival of the reply';
        readonly agesAt: 'the clock time at which seven tenths of the lifetime of the token in the reply are over';
        readonly lastsUntil: 'the clock time until which that token surely lasts, by its lifetime';
        readonly expiresAt: 'the clock time from which on it has surely expired';
        readonly data: 'the payload in canonical terms';
        readonly body: 'the whole body or frame as it came, in the names of the wire';
        readonly command: '`data.command`: commandId, deviceId, operation, params, status, result';
        readonly device: 'the device of a refresh';
        readonly devices: 'the devices of a list, by canonical fields';
        readonly peripherals: 'the complete runtime state of a refresh';
        readonly relays: 'the relays that the scenario names, each `on` or `off`, of a refresh';
        readonly inputs: 'the digital inputs that the scenario names, each `active` or `inactive`, of a refresh';
        readonly analogInputs: 'the values of the analog inputs that the scenario names, of a refresh';
        readonly sensors: 'the values of the sensors that the scenario names, of a refresh';
        readonly config: '`relays` and `baudRate` of the device configuration';
        readonly profiles: 'the device profiles';
        readonly ticket: 'a ticket that was created';
        readonly mismatches: 'what did not fit the envelope or the dialect, in words';
        readonly sentAt: 'clock time in ms at which the request was sent';
        readonly answeredAt: 'clock time in ms at which the reply was there';
        readonly took: 'the time between the two in ms';
    };
    readonly connection: {
        readonly outcome: '`open` or `refused`';
        readonly status: 'HTTP status of a refused upgrade';
        readonly detail: 'why it was refused, in words';
        readonly sentAt: 'clock time in ms at which the attempt to connect began';
        readonly answeredAt: 'clock time in ms at which it was open or refused';
        readonly took: 'the time between the two in ms';
    };
    readonly stimulus: {
        readonly value: 'the number that a witness told';
        readonly more: 'how much that is more than at the look that `since` names';
        readonly sentAt: 'clock time in ms just before it was done';
        readonly answeredAt: 'clock time in ms at which it was done';
        readonly took: 'the time between the two in ms';
    };
    readonly event: {
        readonly topic: 'the topic of the event';
        readonly device: "the scenario's name of the device; its identifier when it has none";
        readonly changes: 'what changed: symbolic relay names, else as in `relay 3` and `digitalInput 1`';
        readonly relays: 'the relays that the scenario names, each `on` or `off`';
        readonly inputs: 'the digital inputs that the scenario names, each `active` or `inactive`';
        readonly peripherals: 'the complete runtime state block';
        readonly data: 'the payload in canonical terms';
        readonly body: 'the whole frame as it came';
        readonly connection: 'the connection that it came on';
        readonly at: 'clock time in ms at which it came';
        readonly after: 'how long after the moment that `since` names it came, in ms';
    };
};
/** What `$run` knows. */
export declare const RUN_FIELDS: {
    readonly roundTrip: 'a long round trip in ms: the longest but one of a few when the run began';
    readonly overlap: 'two round trips in ms: requests that are sent at once and take longer than this overlap at the target';
    readonly patience: 'how long the profile waits for what follows an act, in ms';
    readonly id: 'the id of the check';
};
export type ViewKind = keyof typeof VIEW_FIELDS;
export declare function fieldNames(kind: ViewKind): readonly string[];
