// What is wrong with a file that somebody wrote, and where: one type for every YAML file of the project.

export interface Problem {
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** `file:line:column`, the form that editors and CI services turn into a link. */
export function placeOf(problem: Pick<Problem, 'file' | 'line' | 'column'>): string {
  return `${problem.file}:${problem.line}:${problem.column}`;
}

/** How many characters of a line a frame shows: no line that a person would write is cut. */
const WIDEST = 120;

/** The problem with the lines around it and a caret under the place; `source` is the text of the file. */
export function formatProblem(problem: Problem, source: string): string {
  const lines = source.split(/\r?\n/);
  const { from, column } = windowOf(lines[problem.line - 1] ?? '', problem.column);
  const first = Math.max(1, problem.line - 2);
  const last = Math.min(lines.length, problem.line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let line = first; line <= last; line++) {
    const marker = line === problem.line ? '>' : ' ';
    const shown = cut(lines[line - 1] ?? '', line === problem.line ? from : 0);
    frame.push(`${marker} ${String(line).padStart(width)} | ${shown}`.trimEnd());
    if (line === problem.line) frame.push(`  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`);
  }
  const hint = problem.hint ? `\n${problem.hint}` : '';
  return `${placeOf(problem)}  ${problem.message}\n\n${frame.join('\n')}\n${hint}`.trimEnd();
}

/** Which part of a long line is shown: one with the column in its midst; and where the column is in what is shown. */
function windowOf(line: string, column: number): { readonly from: number; readonly column: number } {
  const from = Math.max(0, Math.min(column - 1 - WIDEST / 2, line.length - WIDEST));
  return { from, column: column - from + (from > 0 ? 1 : 0) };
}

function cut(line: string, from: number): string {
  const rest = line.length > from + WIDEST ? '…' : '';
  return `${from > 0 ? '…' : ''}${line.slice(from, from + WIDEST)}${rest}`;
}
