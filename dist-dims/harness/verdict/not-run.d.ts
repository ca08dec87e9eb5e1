import type { CheckResult } from './verdict.js';
type Described = Pick<CheckResult, 'id' | 'title' | 'area' | 'rules' | 'place'>;
/** @param at clock time in ms. */
export declare function notRun(check: Described, verdict: 'skipped' | 'inconclusive', reason: string, at: number): CheckResult;
export {};
