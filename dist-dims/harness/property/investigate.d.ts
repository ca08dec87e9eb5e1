import type { Finding } from '../verdict/verdict.js';
import type { Counterexample, SearchOptions } from './search-port.js';
import type { Tried } from './try-out.js';
export interface InvestigationOptions extends Pick<SearchOptions, 'executor' | 'shrinking' | 'clock' | 'signal'> {
    /** It was confirmed before: what turns out to be that needs no second look. */
    readonly isKnown: (finding: Finding) => boolean;
}
export interface Breach {
    readonly tried: Tried;
    readonly finding: Finding;
    /** Other programs ran at the same time. */
    readonly besideOthers: boolean;
}
/** @returns undefined where there is nothing to it, or nothing new. */
export declare function investigate(breach: Breach, options: InvestigationOptions): Promise<Counterexample | undefined>;
/** What there is no time to look into. */
export declare function notInvestigated(breach: Breach): Counterexample | undefined;
