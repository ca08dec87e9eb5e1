import type { ApiClient } from '../../service/access.js';
import type { Upgrade } from '../../service/origin.js';
import type { InterceptionSlot } from '../interception.js';
import type { Origins } from '../origins.js';
import type { TrafficLog } from '../traffic-log.js';
import type { Session, SessionFactory, SessionSocket } from './session.js';
import type { OpenConnection } from './open-connection.js';
/** Opens the session of a client whose ticket has been taken. */
export type OpenSession = (client: ApiClient, socket: SessionSocket, upgrade?: Upgrade) => Session;
export interface Connections {
    /** Oldest first, without those that the service has begun to close. */
    open(): readonly OpenConnection[];
    readonly count: number;
    countOf(clientId: string): number;
    /** Opens connections whose sessions come from `next`. */
    opening(next: SessionFactory, interception: InterceptionSlot): OpenSession;
    /** Closes all of them with 1001. */
    closeAll(): void;
}
export declare function createConnections(origins: Pick<Origins, 'opening'>, traffic?: TrafficLog): Connections;
