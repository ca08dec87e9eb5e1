import type { CheckResult } from '../harness/verdict/verdict.js';
import type { ReportContext } from './report-context.js';
export interface CaseElement {
    readonly message?: string;
    readonly type?: string;
    readonly text?: string;
}
/** The element under the name that JUnit gives it; none for a check that passed. */
export declare function caseOutcome<E>(check: CheckResult, seed: number, context: ReportContext, element: (outcome: CaseElement) => E): Record<string, E>;
