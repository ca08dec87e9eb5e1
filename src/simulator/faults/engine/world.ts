// What faults need of the simulator that they disturb; a `Simulator` fits.
import type { MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { ApiClient } from '../../service/access.js';
import type { ServiceResult } from '../../service/outcome.js';
import type { ServicePorts } from '../../service/ports.js';
import type { Service } from '../../service/service.js';
import type { Connections } from '../../transport/websocket/connections.js';

export interface World {
  /** The open WebSocket connections. */
  readonly connections: Pick<Connections, 'open'>;
  readonly fleet: Fleet;
  readonly ports: Pick<ServicePorts, 'access' | 'tickets'>;
  /** Whose access token it is. In a cluster another instance may have given it out; rejects where nobody can be asked. */
  authenticate(accessToken: string): MaybePromise<ServiceResult<ApiClient>>;
  /** For requests of another client. */
  readonly service: Pick<Service, 'refresh' | 'operate'>;
}
