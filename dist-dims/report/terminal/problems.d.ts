import type { RunResult } from '../../harness/verdict/verdict.js';
import type { RuleReport } from '../by-rule.js';
import type { TerminalView } from './view.js';
/** One section for each kind of problem that there is, the worst first. */
export declare function problemSections(result: RunResult, rules: readonly RuleReport[], view: TerminalView): string[][];
