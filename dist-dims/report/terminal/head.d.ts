import type { RunResult } from '../../harness/verdict/verdict.js';
import type { TerminalView } from './view.js';
export declare function headSection(result: RunResult, { context, paint, width }: TerminalView): string[];
