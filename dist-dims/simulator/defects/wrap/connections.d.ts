import type { Decoration } from '../../decoration.js';
import type { Connection, Origin } from '../../service/origin.js';
/** The connection that a request came by; undefined for one over REST. */
export declare function connectionOf(origin: Origin | undefined): Connection | undefined;
interface Watcher {
    begun?(connection: Connection): void;
    /** The connection has ended, cleanly or not. */
    ended?(connection: Connection): void;
}
export declare function withConnections({ begun, ended }: Watcher): Pick<Decoration, 'session'>;
export {};
