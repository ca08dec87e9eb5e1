import type { Call, Exchange } from '../target/call.js';
import type { Target } from '../target/target.js';
export interface Checkpoint {
    /** Before a call leaves; rejects with SafetyError when it must not. */
    before(call: Call, signal: AbortSignal | undefined): Promise<void>;
    /** Once it has been answered, or can no longer be; undefined when it failed without an exchange. */
    after(call: Call, exchange: Exchange | undefined): void;
}
export declare function protect(target: Target, checkpoint: Checkpoint): Target;
