import type { CheckResult } from '../../harness/verdict/verdict.js';
import type { TerminalOptions } from './view.js';
/** @param repeatWith the command line that judged. */
export declare function judgedReport(traces: readonly CheckResult[], repeatWith: string, { paint, width }?: TerminalOptions): string;
