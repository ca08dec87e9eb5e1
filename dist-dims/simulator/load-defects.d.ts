import type { Decoration } from './decoration.js';
/** @param ids unknown ones are a bug of the caller. */
export declare function loadDefects(ids: readonly string[]): Promise<() => readonly Decoration[]>;
