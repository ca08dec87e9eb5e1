// What the simulator takes of anybody, in numbers that no fleet file changes. docs/limits.md lists those of its service,
// beside those that a fleet file may set (service/settings.ts, transport/server-parts.ts); a test holds it to them.

/** JSON of a request body or of a frame; how many bytes either has is for the fleet file to say. */
export const JSON_LIMITS = { depth: 32, values: 4096 };

/** Sockets of the service. Times in ms of the machine. */
export const SOCKET_LIMITS = {
  /** Headers that take longer are answered with 408. */
  headersTimeout: 15_000,
  /** So are whole requests. */
  requestTimeout: 30_000,
  /** Longer than most proxies and clients keep a connection, so that they close it first. */
  keepAliveTimeout: 65_000,
  /** TLS handshakes that take longer are cut off. */
  handshakeTimeout: 10_000,
  /** How often the first two are looked at, and what is unread. */
  connectionsCheckingInterval: 1000,
  /** How long requests under way may take when the server closes. */
  drainTime: 5000,
  /** Sockets at once; the WebSocket connections, which the fleet file bounds, are among them. */
  maxSockets: 24_000,
  /** Sockets at once of one address, or of one /64 network of IPv6. */
  maxSocketsPerAddress: 1000,
  /** The same for an address of this machine: nobody else is there to be kept out. */
  maxSocketsPerLoopback: 24_000,
  /** Requests that one socket may send before it has had the answers to those before. */
  maxPipelined: 100,
  /** A socket whose other side has read nothing of what waits for it for so long is cut off. */
  stallTimeout: 30_000,
  /** Bytes that wait to be read by all sockets together; beyond, those with the most are cut off. */
  maxUnread: 256 * 1024 * 1024,
};

export type SocketLimits = typeof SOCKET_LIMITS;

export const REQUEST_LIMITS = {
  /** Bytes of a request line with its headers; 431 beyond. */
  maxHeaderBytes: 16 * 1024,
  /** Fields of a request's header; 431 beyond. */
  maxHeaders: 100,
  /** Characters of a request target; 414 beyond. */
  maxTarget: 8192,
  /** A body that is too large is read away up to so many times what is allowed, so that its sender sees the answer. */
  bodyLeftover: 16,
};

export const FRAME_LIMITS = {
  /** Fragments of one message; 1008 beyond. */
  maxFragments: 1024,
  /** Pieces in which an unfinished frame may have arrived; 1008 beyond. */
  maxChunks: 16_384,
  /** Pings in a second of the machine; 1008 beyond. */
  maxPings: 100,
};

/** What is remembered. */
export const MEMORY_LIMITS = {
  /** Access tokens that have not expired, of one client; the next is refused with 429 until one has. */
  maxTokensPerClient: 10_000,
  /** Unused tickets that have not expired, of one client; likewise. */
  maxTicketsPerClient: 1000,
  /** Devices that were added and not removed; the next is refused with 422. */
  maxAddedDevices: 10_000,
  /** Characters of the parameters of all commands that are kept; beyond, the oldest finished ones go. */
  maxCommandText: 64 * 1024 * 1024,
  /** Characters of the operations and RS485 bytes in the journal; beyond, its oldest records go. */
  maxJournalText: 32 * 1024 * 1024,
  /** Characters of a request's path that its record in the journal keeps. */
  maxJournalPath: 512,
  /** Failures of the simulator itself that are written to stderr one by one; beyond, they are counted. */
  maxBugsPrinted: 20,
};

/** The control plane. Times in ms of the machine. */
export const CONTROL_LIMITS = {
  maxSockets: 256,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  maxHeaderBytes: 16 * 1024,
  /** Characters of a request target; 400 beyond. */
  maxTarget: 4096,
  /** Bytes of a body. */
  maxBody: 1024 * 1024,
  /** Bytes of a snapshot, which of a large fleet is large. */
  maxSnapshot: 64 * 1024 * 1024,
  json: { depth: 64, values: 65_536 },
  snapshotJson: { depth: 64, values: 8_000_000 },
  /** Followers of the journal at once; 429 beyond. */
  maxFollowers: 64,
  /** Bytes that one follower has not read; beyond, it is cut off. It may come back with Last-Event-ID. */
  maxUnread: 4 * 1024 * 1024,
  /** How long followers and replies have to read what is left when the control plane closes. */
  drainTime: 2000,
};

/** The page. Times in ms of the machine. */
export const PAGE_LIMITS = {
  /** What has changed is sent so often at most. */
  interval: 100,
  /** Something is sent at least so often, so that the page notices a connection that is gone. */
  heartbeat: 1000,
  /** Records of the journal in one sending. */
  maxRecords: 40,
  /** Records that wait for the next sendings; how many more there were is said. */
  maxWaiting: 120,
  /** Records that are searched for devices between two sendings; where there are more, no device is sent. */
  maxSearched: 1000,
  /** Devices in one sending; where more have changed, none is sent, and the page reads those anew that it shows. */
  maxDevices: 100,
  /** Exchanges between two sendings of which the bytes are kept: what comes faster is not shown either. */
  maxTapped: 40,
  /** So far back goes what a page is told of a device, in ms of the simulator. */
  past: 600_000,
  /** Moments of that: half of them evenly, the others where something has changed. */
  maxPast: 800,
  /** Exchanges of which the bytes are kept while a page is open. */
  maxExchanges: 2000,
  /** Characters of their bodies together; beyond, the oldest go. */
  maxWireText: 16 * 1024 * 1024,
};
