import type { Fleet } from '../../fleet/fleet.js';
import type { ServicePorts } from '../../service/ports.js';
import type { Service } from '../../service/service.js';
import type { Connections } from '../../transport/websocket/connections.js';
export interface World {
    /** The open WebSocket connections. */
    readonly connections: Pick<Connections, 'open'>;
    readonly fleet: Fleet;
    readonly ports: Pick<ServicePorts, 'access' | 'tickets'>;
    /** For requests of another client. */
    readonly service: Pick<Service, 'refresh' | 'operate'>;
}
