import type { CheckResult } from '../../harness/verdict/verdict.js';
import type { ReportContext } from '../report-context.js';
import { type Markup } from './markup.js';
/** Open when there is something to see; a check that passed can be opened by hand. */
export declare function caseSection(check: CheckResult, seed: number, context: ReportContext): Markup;
