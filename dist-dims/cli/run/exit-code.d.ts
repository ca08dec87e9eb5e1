import type { RunResult } from '../../harness/verdict/verdict.js';
import { type ExitCode } from '../exit-codes.js';
export declare function exitCodeOf(result: RunResult): ExitCode;
