import type { RunResult } from '../../harness/verdict/verdict.js';
import type { RuleReport } from '../by-rule.js';
import type { TerminalView } from './view.js';
export declare function summarySection(result: RunResult, rules: readonly RuleReport[], view: TerminalView): string[];
