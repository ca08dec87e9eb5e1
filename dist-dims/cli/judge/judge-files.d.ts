import type { CheckResult } from '../../harness/verdict/verdict.js';
import { type Result } from '../../document/complaint.js';
export interface JudgedTrace {
    readonly check: CheckResult;
    readonly dropped: number;
}
export declare function judgeFiles(names: readonly string[], strict: boolean, cwd: string): Result<readonly JudgedTrace[]>;
