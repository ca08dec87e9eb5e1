import type { Dialect } from './dialect.js';
import { type DialectProblem } from './problems.js';
export type DialectResult = {
    readonly ok: true;
    readonly dialect: Dialect;
} | {
    readonly ok: false;
    readonly problems: readonly DialectProblem[];
};
/** @param fileName what problems and mismatches call the file; nothing is read from it. */
export declare function parseDialect(text: string, fileName: string): DialectResult;
