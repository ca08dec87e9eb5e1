import type { Mismatch } from '../../../dialect/dialect.js';
export interface TargetProblem {
    /** `dialect`: the target calls things otherwise. Never a breach of a rule. */
    readonly about: 'client' | 'scopes' | 'device' | 'dialect' | 'interface' | 'websocket';
    readonly message: string;
    /** What to do about it. */
    readonly hint: string;
    /** For a dialect problem: the places that do not fit. */
    readonly mismatches?: readonly Mismatch[];
}
/** A reply succeeded, and its data are not what the dialect says. */
export declare function dialectProblem(what: string, dialect: string, mismatches: readonly Mismatch[]): TargetProblem;
