import type { TerminalOptions } from './view.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { ReportContext } from '../report-context.js';
export declare function terminalReport(result: RunResult, context: ReportContext, options?: TerminalOptions): string;
