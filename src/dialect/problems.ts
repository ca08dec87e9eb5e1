// What is wrong with a dialect file: gathered in full while it is read, and shown to a person.
import { placeOf, type Problem } from '../document/problem.js';

export type DialectProblem = Problem;

/** Where something stands in the file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Takes down a problem; reading goes on, so that the writer hears of all of them at once. */
export type ReportProblem = (at: Position, message: string, hint?: string) => void;

/** A report that adds to `problems`. */
export function reportTo(problems: DialectProblem[], file: string): ReportProblem {
  return ({ line, column }, message, hint) => {
    problems.push({ file, line, column, message, ...(hint === undefined ? {} : { hint }) });
  };
}

/** `file:line:column  message`, and the hint on a line of its own. */
export function formatDialectProblem(problem: DialectProblem): string {
  const head = `${placeOf(problem)}  ${problem.message}`;
  return problem.hint === undefined ? head : `${head}\n    ${problem.hint}`;
}
