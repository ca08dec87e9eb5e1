import type { Profile, Waiver } from '../profile/profile.js';
import { type CheckResult } from '../verdict/verdict.js';
/** The last day counts, wherever on earth its owner is. */
export declare function isExpired({ until }: Waiver, now: number): boolean;
/** The result with what is waived called so; all else stands. */
export declare function waive(check: CheckResult, { waivers }: Pick<Profile, 'waivers'>): CheckResult;
/** What is wrong with the waivers themselves, in sentences; each fails the run. */
export declare function waiverProblems(checks: readonly CheckResult[], { waivers }: Pick<Profile, 'waivers'>, now: number): readonly string[];
