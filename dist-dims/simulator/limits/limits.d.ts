/** JSON of a request body or of a frame; how many bytes either has is for the fleet file to say. */
export declare const JSON_LIMITS: {
    depth: number;
    values: number;
};
/** Sockets of the service. Times in ms of the machine. */
export declare const SOCKET_LIMITS: {
    /** Headers that take longer are answered with 408. */
    headersTimeout: number;
    /** So are whole requests. */
    requestTimeout: number;
    /** Longer than most proxies and clients keep a connection, so that they close it first. */
    keepAliveTimeout: number;
    /** TLS handshakes that take longer are cut off. */
    handshakeTimeout: number;
    /** How often the first two are looked at, and what is unread. */
    connectionsCheckingInterval: number;
    /** How long requests under way may take when the server closes. */
    drainTime: number;
    /** Sockets at once; the WebSocket connections, which the fleet file bounds, are among them. */
    maxSockets: number;
    /** Sockets at once of one address, or of one /64 network of IPv6. */
    maxSocketsPerAddress: number;
    /** The same for an address of this machine: nobody else is there to be kept out. */
    maxSocketsPerLoopback: number;
    /** Requests that one socket may send before it has had the answers to those before. */
    maxPipelined: number;
    /** A socket whose other side has read nothing of what waits for it for so long is cut off. */
    stallTimeout: number;
    /** Bytes that wait to be read by all sockets together; beyond, those with the most are cut off. */
    maxUnread: number;
};
export type SocketLimits = typeof SOCKET_LIMITS;
export declare const REQUEST_LIMITS: {
    /** Bytes of a request line with its headers; 431 beyond. */
    maxHeaderBytes: number;
    /** Fields of a request's header; 431 beyond. */
    maxHeaders: number;
    /** Characters of a request target; 414 beyond. */
    maxTarget: number;
    /** A body that is too large is read away up to so many times what is allowed, so that its sender sees the answer. */
    bodyLeftover: number;
};
export declare const FRAME_LIMITS: {
    /** Fragments of one message; 1008 beyond. */
    maxFragments: number;
    /** Pieces in which an unfinished frame may have arrived; 1008 beyond. */
    maxChunks: number;
    /** Pings in a second of the machine; 1008 beyond. */
    maxPings: number;
};
/** What is remembered. */
export declare const MEMORY_LIMITS: {
    /** Access tokens that have not expired, of one client; the next is refused with 429 until one has. */
    maxTokensPerClient: number;
    /** Unused tickets that have not expired, of one client; likewise. */
    maxTicketsPerClient: number;
    /** Devices that were added and not removed; the next is refused with 422. */
    maxAddedDevices: number;
    /** Characters of the parameters of all commands that are kept; beyond, the oldest finished ones go. */
    maxCommandText: number;
    /** Characters of the operations and RS485 bytes in the journal; beyond, its oldest records go. */
    maxJournalText: number;
    /** Characters of a request's path that its record in the journal keeps. */
    maxJournalPath: number;
    /** Failures of the simulator itself that are written to stderr one by one; beyond, they are counted. */
    maxBugsPrinted: number;
};
/** The control plane. Times in ms of the machine. */
export declare const CONTROL_LIMITS: {
    maxSockets: number;
    headersTimeout: number;
    requestTimeout: number;
    keepAliveTimeout: number;
    maxHeaderBytes: number;
    /** Characters of a request target; 400 beyond. */
    maxTarget: number;
    /** Bytes of a body. */
    maxBody: number;
    /** Bytes of a snapshot, which of a large fleet is large. */
    maxSnapshot: number;
    json: {
        depth: number;
        values: number;
    };
    snapshotJson: {
        depth: number;
        values: number;
    };
    /** Followers of the journal at once; 429 beyond. */
    maxFollowers: number;
    /** Bytes that one follower has not read; beyond, it is cut off. It may come back with Last-Event-ID. */
    maxUnread: number;
    /** How long followers and replies have to read what is left when the control plane closes. */
    drainTime: number;
};
