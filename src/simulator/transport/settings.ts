// The limits of the channels themselves. A fleet file may set each of them.

export interface TransportSettings {
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  /** Largest WebSocket message in bytes. */
  readonly maxMessageBytes: number;
  /** A connection that has sent nothing for this many ms is closed. */
  readonly heartbeatTimeout: number;
  readonly maxConnections: number;
  /** Requests of one connection that may be under way at once. */
  readonly maxInFlight: number;
  /** Bytes that may wait to be read by one connection before it is closed as too slow. */
  readonly maxBacklogBytes: number;
}

export const DEFAULT_TRANSPORT_SETTINGS: TransportSettings = {
  maxBodyBytes: 64 * 1024,
  maxMessageBytes: 64 * 1024,
  heartbeatTimeout: 90_000,
  maxConnections: 20_000,
  maxInFlight: 1024,
  maxBacklogBytes: 1024 * 1024,
};
