import type { Exchange, Traffic } from '../traffic/traffic.js';
import type { Breach, Ruling } from './ruling.js';
/** @param at default: when the last of the exchanges came. */
export declare function breach(day: Traffic, exchanges: readonly Exchange[], done: string, right: string, at?: number): Breach;
export interface Found {
    /** Occasions on which the rule was put to the test. */
    readonly n: number;
    readonly breaches: readonly Breach[];
    /** What could be a breach, or not. */
    readonly doubts?: readonly Breach[];
    /** Why nothing can be said for certain; with doubts. */
    readonly why?: string;
    /** What it would take to put the rule to the test. */
    readonly needs: string;
    /** So many occurrences rest on one occasion or on chance. */
    readonly again?: boolean;
}
/** Breaches outrank doubts, doubts outrank what went well. */
export declare function verdict({ n, breaches, doubts, why, needs, again }: Found): Ruling;
