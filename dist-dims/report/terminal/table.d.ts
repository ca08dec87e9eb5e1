import type { RunResult } from '../../harness/verdict/verdict.js';
import type { TerminalView } from './view.js';
export declare function tableSection(result: RunResult, view: TerminalView): string[];
