import { type RuleReport } from '../by-rule.js';
import { type Markup } from './markup.js';
export declare function ruleMatrix(rules: readonly RuleReport[]): Markup;
