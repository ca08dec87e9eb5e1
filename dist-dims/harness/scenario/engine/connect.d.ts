import { type Halt, type ExecutionContext } from './execution-context.js';
/** Opens the connection unless it is open; undefined when it is. */
export declare function ensureOpen(context: ExecutionContext, name: string, client: string): Promise<Halt | undefined>;
/** Opens a connection under this name with a fresh ticket, again and again with growing delays. */
export declare function connectPatiently(context: ExecutionContext, name: string, client: string): Promise<Halt | undefined>;
