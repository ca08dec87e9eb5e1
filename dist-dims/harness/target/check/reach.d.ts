import type { Outcome } from '../call.js';
export interface Unreachable {
    readonly kind: 'unreachable';
    readonly message: string;
    /** What came instead of an answer, in words. */
    readonly reason: string;
    readonly hint: string;
}
/** Undefined when an answer came, whatever it was. */
export declare function unreachable(outcome: Outcome, baseUrl: string): Unreachable | undefined;
