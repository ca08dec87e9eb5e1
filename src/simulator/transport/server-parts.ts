// The parts of the simulator that the network shell uses.
import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { ServedService } from '../service/service.js';
import type { RestHandler } from './rest/message.js';
import type { SocketCounts } from './sockets.js';
import type { TransportSettings } from './settings.js';
import type { TrafficLog } from './traffic-log.js';
import type { InFlight } from './websocket/in-flight.js';
import type { OpenSession } from './websocket/connections.js';

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
