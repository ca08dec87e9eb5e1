// The parts of the simulator that the network shell uses.
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { ServedService } from '../service/service.js';
import type { RestHandler } from './rest/message.js';
import type { SocketCounts } from './sockets.js';
import type { TrafficLog } from './traffic-log.js';
import type { InFlight, OpenSession } from './websocket/connections.js';

export interface ServerParts {
  readonly service: ServedService;
  readonly rest: RestHandler;
  readonly openSession: OpenSession;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly settings: TransportSettings;
  /** For the requestIds of what the shell itself refuses. */
  readonly random: RandomStream;
  readonly inFlight: InFlight;
  /** The clock for the time limits of sockets: real time, even where the clock of the service is scaled. */
  readonly machine: Clock;
  readonly traffic?: TrafficLog;
  readonly socketCounts: SocketCounts;
  /** Called with what was thrown while a request was served, which is a bug. */
  readonly onBug?: (error: unknown) => void;
}

// The limits of the channels themselves. A fleet file may set each of them.

export type TransportSettings = Readonly<typeof DEFAULT_TRANSPORT_SETTINGS>;

export const DEFAULT_TRANSPORT_SETTINGS = {
  /** Largest request body in bytes. */
  maxBodyBytes: 64 * 1024,
  /** Largest WebSocket message in bytes. */
  maxMessageBytes: 64 * 1024,
  /** A connection that has sent nothing for this many ms is closed. */
  heartbeatTimeout: 90_000,
  maxConnections: 20_000,
  /** Requests of one connection that may be under way at once. */
  maxInFlight: 1024,
  /** Bytes that may wait to be read by one connection before it is closed as too slow. */
  maxBacklogBytes: 1024 * 1024,
};
