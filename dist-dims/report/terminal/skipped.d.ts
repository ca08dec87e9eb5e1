import type { RunResult } from '../../harness/verdict/verdict.js';
import type { TerminalView } from './view.js';
export declare function skippedSection(result: RunResult, { paint, width }: TerminalView): string[];
