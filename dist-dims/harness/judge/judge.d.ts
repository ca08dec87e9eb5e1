import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict/verdict.js';
import { type Bounds } from './invariant.js';
export interface JudgeContext extends Partial<Bounds> {
    /** A breach of a derived rule fails, too. */
    readonly strict: boolean;
    /** Records that the trace has lost. */
    readonly dropped: number;
    /** Nobody else used the devices and clients of the trace while it was recorded. Default: somebody may have. */
    readonly alone?: boolean;
}
/** For each rule that the trace says something about: each breach of it, or one finding that it held. */
export declare function judge(records: readonly TraceRecord[], context: JudgeContext): readonly Finding[];
