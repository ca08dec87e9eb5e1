import type { Finding } from '../verdict/verdict.js';
import type { Counterexample, SearchResult } from './search-port.js';
import type { Ran } from './try-out.js';
export interface Tally {
    readonly programs: number;
    /** Programs in a row that came to nothing. */
    readonly inARow: number;
    count(ran: Ran): void;
    /** Takes note of what a program shows; true when that is to be investigated. */
    sees(finding: Finding): boolean;
    /** It is not to be investigated now. */
    knows(finding: Finding): boolean;
    /** A confirmed counterexample breaks the same rule. */
    hasConfirmed(finding: Finding): boolean;
    /**
     * @param counterexample undefined: there was nothing to it.
     * @returns false for a counterexample that has been found before, and was first taken for another.
     */
    note(finding: Finding, counterexample: Counterexample | undefined): boolean;
    /** @param trace of the last program. */
    result(trace: SearchResult['trace']): SearchResult;
}
/** @param investigations of one breach until it is confirmed: each after twice as many programs have shown it. */
export declare function createTally(investigations: number): Tally;
