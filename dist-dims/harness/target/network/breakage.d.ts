import type { Breakage, BreakageCause } from '../transport.js';
/** @param host the address as the profile writes it, for the words. */
export declare function breakageOf(error: unknown, host: string): Breakage;
export declare function broken(reason: Breakage['reason'], detail: string, cause?: BreakageCause): Breakage;
