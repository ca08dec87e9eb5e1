import type { CheckResult } from '../../harness/verdict/verdict.js';
import type { Span } from './time-scale.js';
/** How a mark is drawn: what went well, what was refused, what broke, and what merely happened. */
export type Tone = 'good' | 'refused' | 'broken' | 'event' | 'stimulus';
/** A bar when it has a length, a point when not. Times in ms from the start of the check. */
export interface Mark extends Span {
    readonly label: string;
    readonly tone: Tone;
    /** The whole story, for those who point at it. */
    readonly tip: string;
}
export interface Lane {
    readonly name: string;
    /** When the connection was open; undefined for lanes that always are. */
    readonly open?: Span;
    readonly marks: readonly Mark[];
}
export declare function lanesOf(check: CheckResult): Lane[];
