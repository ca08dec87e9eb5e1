import { z } from 'zod';
import { type RuleVerdict } from './verdict-words.js';
/** As much of a JSON report as is compared; a later program may have written more into it. */
export declare const comparableReport: z.ZodObject<{
    version: z.ZodString;
    target: z.ZodString;
    dialect: z.ZodString;
    seed: z.ZodNumber;
    speed: z.ZodNumber;
    cutShort: z.ZodOptional<z.ZodString>;
    rules: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        verdict: z.ZodEnum<{
            error: "error";
            fail: "fail";
            inconclusive: "inconclusive";
            "not checked": "not checked";
            pass: "pass";
            skipped: "skipped";
            waived: "waived";
            warn: "warn";
        }>;
    }, z.core.$loose>>;
    checks: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        verdict: z.ZodEnum<{
            error: "error";
            fail: "fail";
            inconclusive: "inconclusive";
            "not checked": "not checked";
            pass: "pass";
            skipped: "skipped";
            waived: "waived";
            warn: "warn";
        }>;
        duration: z.ZodNumber;
    }, z.core.$loose>>;
}, z.core.$loose>;
export type ComparableReport = z.infer<typeof comparableReport>;
type Trend = 'worse' | 'better' | 'open';
export interface VerdictChange {
    readonly id: string;
    readonly before: RuleVerdict;
    readonly after: RuleVerdict;
    readonly trend: Trend;
}
export interface DurationChange {
    readonly id: string;
    /** Milliseconds on the clock of each run. */
    readonly before: number;
    readonly after: number;
}
export interface Difference {
    readonly appeared: readonly Present[];
    readonly disappeared: readonly Present[];
    /** What got worse first. */
    readonly checks: readonly VerdictChange[];
    readonly rules: readonly VerdictChange[];
    readonly slower: readonly DurationChange[];
    readonly worse: boolean;
}
interface Present {
    readonly id: string;
    readonly verdict: RuleVerdict;
}
export declare function differenceOf(before: ComparableReport, after: ComparableReport): Difference;
/** A check that failed and now is skipped is no better: nobody knows. */
export declare function trendOf(before: RuleVerdict, after: RuleVerdict): Trend;
export {};
