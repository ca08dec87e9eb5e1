import type { Finding, Verdict } from '../../verdict/verdict.js';
import { type AttemptParts } from './attempt.js';
import { type PolicyOptions } from './policy.js';
export interface CheckOptions extends PolicyOptions {
    readonly strict: boolean;
    readonly onAttempt: (attempt: number, why: string | undefined) => void;
}
export interface CheckEnd {
    readonly verdict: Verdict;
    readonly reason?: string;
    readonly findings: readonly Finding[];
    readonly attempts: number;
}
export declare function runCheck(context: AttemptParts, options: CheckOptions): Promise<CheckEnd>;
