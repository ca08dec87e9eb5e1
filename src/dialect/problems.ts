// What is wrong with a dialect file: gathered in full while it is read.
import type { Problem } from '../document/problem.js';

/** Where something stands in the file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Takes down a problem; reading goes on, so that the writer hears of all of them at once. */
export type ReportProblem = (at: Position, message: string, hint?: string) => void;

/** A report that adds to `problems`. */
export function reportTo(problems: Problem[], file: string): ReportProblem {
  return ({ line, column }, message, hint) => {
    problems.push({ file, line, column, message, ...(hint === undefined ? {} : { hint }) });
  };
}
