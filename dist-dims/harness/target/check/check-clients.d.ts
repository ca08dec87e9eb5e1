import { type CheckContext } from './context.js';
import { type Unreachable } from './reach.js';
/** Names of the clients that have a token; or that the target cannot be reached. */
export declare function checkClients(context: CheckContext): Promise<readonly string[] | Unreachable>;
