import { type RuleReport } from '../by-rule.js';
import type { TerminalView } from './view.js';
export declare function unobservableSection(rules: readonly RuleReport[], { paint, width }: TerminalView): string[];
