// Why the service closes a WebSocket connection. Every close has one of these codes; docs/websocket.md lists
// them, and a test holds it to this table.
export const CLOSE_CODES = {
    normal: { code: 1000, reason: 'closed' },
    goingAway: { code: 1001, reason: 'the service goes away' },
    /** Sent by the library, on frames that break the WebSocket protocol. */
    protocol: { code: 1002, reason: '' },
    binary: { code: 1003, reason: 'only text frames are taken' },
    unreadable: { code: 1007, reason: 'the frame is no request that could be answered' },
    disabled: { code: 1008, reason: 'the API client is disabled' },
    /** Also sent by the library, on messages in too many pieces. */
    flooding: { code: 1008, reason: 'too many pings' },
    /** Sent by the library, before the whole message has been read. */
    tooBig: { code: 1009, reason: '' },
    /** A bug of the service, which ends this connection only. */
    failed: { code: 1011, reason: 'the service has failed' },
    /** Not sent, as the client does not read; the connection is cut, and the client sees 1006. */
    tooSlow: { code: 1013, reason: 'the connection does not read' },
    silent: { code: 4000, reason: 'no heartbeat' },
};
