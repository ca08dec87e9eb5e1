import type { Clock } from '../../kernel/clock.js';
/** @param work gets a signal that aborts when the time is up or the caller's signal does, and ends soon then. */
export declare function within<T>(clock: Clock, time: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
/** The most that a reply or the output of a command may have, in bytes. */
export declare const MOST_OUTPUT: number;
/** The first line of what somebody else says, at a length that can be shown. */
export declare function firstLine(text: string): string;
