import { type Problem } from '../document/problem.js';
export type DialectProblem = Problem;
/** Where something stands in the file; both count from 1. */
export interface Position {
    readonly line: number;
    readonly column: number;
}
/** Takes down a problem; reading goes on, so that the writer hears of all of them at once. */
export type Report = (at: Position, message: string, hint?: string) => void;
/** A report that adds to `problems`. */
export declare function reportTo(problems: DialectProblem[], file: string): Report;
/** `file:line:column  message`, and the hint on a line of its own. */
export declare function formatDialectProblem(problem: DialectProblem): string;
