import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { History, Write } from './history.js';
import { type Intended } from './intended.js';
export interface Explanation {
    readonly rule: RuleId;
    readonly words: string;
    /** The history as it would be, if that had happened. */
    readonly history: History;
}
export interface Unexplained {
    readonly history: History;
    readonly intended: readonly Intended[];
    /** What an operation writes. */
    readonly writeOf: (operation: Intended) => readonly Write[];
    /** What is broken where an operation simply had no effect. */
    readonly noEffect: RuleId;
    /** Events have shown the effect: what was read must be old. */
    readonly effectSeen: boolean;
}
/** The most telling first. */
export declare function explanationsOf({ history, intended, writeOf, noEffect, effectSeen, }: Unexplained): readonly Explanation[];
