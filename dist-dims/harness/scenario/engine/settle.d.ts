import { type Sent } from './send.js';
import { type Halt, type ExecutionContext } from './execution-context.js';
/** The reply with the command as it ended; replies without a running command come back as they are. */
export declare function settle(context: ExecutionContext, sent: Sent, client: string): Promise<Sent | Halt>;
