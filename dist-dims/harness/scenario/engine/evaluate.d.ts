import type { View } from '../view/reply-view.js';
import { type InterferenceKind } from '../../target/interference.js';
export interface Evaluation {
    readonly result: 'held' | 'deviated' | 'spoiled' | 'undecided';
    readonly expected: string;
    readonly actual: string;
    readonly by?: InterferenceKind;
    /** The code of the reply that deviated. */
    readonly code?: string;
}
/** What is matched from the envelope and the transport; the dialect has no part in it. */
export declare const UNDECODED: ReadonlySet<string>;
/** @param expected fields with references resolved. */
export declare function evaluateView(expected: Readonly<Record<string, unknown>>, view: View): Evaluation;
/** `429 RATE_LIMITED`, `SUCCESS over WebSocket`, `no reply (reset: …)`, and the values of other fields. */
export declare function summary(view: View, expected: Readonly<Record<string, unknown>>): string;
