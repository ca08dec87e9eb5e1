import type { Act } from '../../profile/stimuli/act.js';
import { type Halt, type ExecutionContext } from './execution-context.js';
/** @param since an earlier look at the same witness. */
export declare function perform(context: ExecutionContext, act: Act, as: string | undefined, since?: string): Promise<Halt | undefined>;
