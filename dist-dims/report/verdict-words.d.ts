import type { Verdict } from '../harness/verdict/verdict.js';
import type { Paint } from './paint.js';
/** What became of a rule: a verdict, or no check that could have given one. */
export type RuleVerdict = Verdict | 'not checked';
/** In the order in which reports count them. */
export declare const COUNTED_VERDICTS: readonly ["pass", "fail", "warn", "waived", "inconclusive", "skipped", "error"];
/** `3 passed, 1 failed`: what does not occur is not named. */
export declare function countWords<V extends RuleVerdict>(verdicts: readonly V[], order: readonly V[]): string;
/** What breaks something is in capitals, so that it is seen without colour too. */
export declare function verdictWord(verdict: RuleVerdict): string;
export declare function paintVerdict(verdict: RuleVerdict, text: string, paint: Paint): string;
