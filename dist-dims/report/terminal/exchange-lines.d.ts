import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import type { TerminalView } from './view.js';
export declare function exchangeLines(check: CheckResult, finding: Finding, view: TerminalView): string[];
