import type { Connection, Target } from '../../target/target.js';
import type { Liveness } from '../../target/liveness.js';
import type { View } from '../view/reply-view.js';
export interface Connections {
    /** Opens a connection under a name, in place of an earlier one of that name. */
    open(name: string, client: string, signal: AbortSignal, proof?: Proof): Promise<View>;
    /** The connection as it was last opened; it may have closed since. */
    get(name: string): Connection | undefined;
    /** The scenario's name of the client that the connection belongs to. */
    clientOf(name: string): string | undefined;
    /** It is of no use any more; its client stays known. */
    forget(name: string): void;
    closeAll(): Promise<void>;
}
/** What a connection is opened with, where that is not a fresh ticket. */
export interface Proof {
    /** `null` leaves the ticket out. */
    readonly ticket: string | null;
    readonly bearer?: string | undefined;
}
/** @param profileName the profile's name of a client of the scenario. */
export declare function createConnections(target: Target, liveness: Liveness, profileName: (client: string) => string): Connections;
