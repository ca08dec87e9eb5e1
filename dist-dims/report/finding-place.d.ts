import type { CheckResult, Finding } from '../harness/verdict/verdict.js';
export interface FindingPlace {
    readonly file?: string;
    readonly line?: number;
    /** The step, or the invariant that spoke. */
    readonly step: string;
}
/** A step says its own line; an invariant speaks of the whole check. */
export declare function placeOfFinding({ place }: CheckResult, { where }: Finding): FindingPlace;
/** `scenarios/refresh/shared-budget.yaml:12, refresh plant via main`. */
export declare function placeWords(check: CheckResult, finding: Finding): string;
