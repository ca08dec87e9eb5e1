import type { RunResult } from '../../harness/verdict/verdict.js';
import type { TerminalOptions } from './view.js';
export declare function clientReport(result: RunResult, { paint, width }?: TerminalOptions): string;
