import type { RunResult } from '../../harness/verdict/verdict.js';
import type { TerminalView } from './view.js';
export declare function leftUncheckedSection(result: RunResult, { paint, width }: TerminalView): string[];
