import type { Clock } from '../kernel/clock.js';
import type { Random } from '../kernel/random.js';
import type { Dialect } from '../dialect/dialect.js';
import { type Decoration } from './decoration.js';
import type { Fleet } from './fleet/fleet.js';
import type { ServicePorts } from './service/ports.js';
import type { Service } from './service/service.js';
import type { SocketCounts } from './transport/sockets.js';
import { type Listening, type ListenOptions } from './transport/server.js';
import type { ServerParts } from './transport/server-parts.js';
import { type Origins } from './transport/origins.js';
import type { RestHandler } from './transport/rest/message.js';
import type { SimulatorSettings } from './settings.js';
import { type Connections, type OpenSession } from './transport/websocket/connections.js';
import type { InterceptionSlot } from './transport/interception.js';
import type { TrafficLog } from './transport/traffic-log.js';
export interface SimulatorOptions {
    readonly fleet: Fleet;
    readonly clock: Clock;
    readonly random: Random;
    readonly dialect: Dialect;
    readonly settings: SimulatorSettings;
    /** The first one is nearest to the service. */
    readonly decorations?: readonly Decoration[];
    /** Default: its own. */
    readonly network?: Network;
    /** What may be put in the way of the traffic while it runs; default: nothing. */
    readonly interception?: InterceptionSlot;
    /** Access tokens and tickets come from `random`, so that a run can be repeated. Anybody who has the seed has them. */
    readonly seededSecrets?: boolean;
    /** Hears of what was thrown while a request was served: a bug of the simulator, or of a decoration. */
    readonly onBug?: (error: unknown) => void;
}
/** What outlives a simulator when another one takes its place behind the same sockets. */
export interface Network {
    readonly origins: Origins;
    readonly connections: Connections;
    readonly socketCounts: SocketCounts;
    readonly traffic?: TrafficLog;
}
export declare function createNetwork(clock: Clock, traffic?: TrafficLog): Network;
export interface Simulator {
    readonly fleet: Fleet;
    readonly ports: ServicePorts;
    readonly service: Service;
    readonly rest: RestHandler;
    readonly openSession: OpenSession;
    readonly connections: Connections;
    /** What a network shell in front of it needs. */
    readonly shell: ServerParts;
    /**
     * Opens a port; 0 takes a free one. Rejects with a `ListenError` where HTTP would leave the machine
     * unencrypted or the certificate is unusable, and with the system's error when the port cannot be had.
     */
    listen(host: string, port: number, options?: ListenOptions): Promise<Listening>;
}
export declare function createSimulator(options: SimulatorOptions): Simulator;
