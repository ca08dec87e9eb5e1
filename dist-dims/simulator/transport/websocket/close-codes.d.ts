export declare const CLOSE_CODES: {
    readonly normal: {
        readonly code: 1000;
        readonly reason: 'closed';
    };
    readonly goingAway: {
        readonly code: 1001;
        readonly reason: 'the service goes away';
    };
    /** Sent by the library, on frames that break the WebSocket protocol. */
    readonly protocol: {
        readonly code: 1002;
        readonly reason: '';
    };
    readonly binary: {
        readonly code: 1003;
        readonly reason: 'only text frames are taken';
    };
    readonly unreadable: {
        readonly code: 1007;
        readonly reason: 'the frame is no request that could be answered';
    };
    readonly disabled: {
        readonly code: 1008;
        readonly reason: 'the API client is disabled';
    };
    /** Also sent by the library, on messages in too many pieces. */
    readonly flooding: {
        readonly code: 1008;
        readonly reason: 'too many pings';
    };
    /** Sent by the library, before the whole message has been read. */
    readonly tooBig: {
        readonly code: 1009;
        readonly reason: '';
    };
    /** A bug of the service, which ends this connection only. */
    readonly failed: {
        readonly code: 1011;
        readonly reason: 'the service has failed';
    };
    /** Not sent, as the client does not read; the connection is cut, and the client sees 1006. */
    readonly tooSlow: {
        readonly code: 1013;
        readonly reason: 'the connection does not read';
    };
    readonly silent: {
        readonly code: 4000;
        readonly reason: 'no heartbeat';
    };
};
export type CloseReason = keyof typeof CLOSE_CODES;
