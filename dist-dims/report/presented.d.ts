import type { CheckResult, RunResult } from '../harness/verdict/verdict.js';
import { type IsSecretName } from '../output/secret-names.js';
import type { Secrets } from '../output/secrets.js';
export interface Presentation {
    readonly secrets: Pick<Secrets, 'redact'>;
    /** Default: names that say so by themselves. */
    readonly isSecretName?: IsSecretName;
    /** Programs get texts as they came; the syntax of their format escapes them. */
    readonly readers: 'people' | 'programs';
}
/** What identifies a check, a rule or a verdict is of our making, and stays. */
export declare function presented(result: RunResult, how: Presentation): RunResult;
export declare function presentedChecks(checks: readonly CheckResult[], how: Presentation): CheckResult[];
