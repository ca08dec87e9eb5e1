import type { CheckResult } from '../../harness/verdict/verdict.js';
import { type Markup } from './markup.js';
export declare function swimlanes(check: CheckResult): Markup;
