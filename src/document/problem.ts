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

/** The problem with the lines around it and a caret under the place; `source` is the text of the file. */
export function formatProblem(problem: Problem, source: string): string {
  const lines = source.split('\n');
  const first = Math.max(1, problem.line - 2);
  const last = Math.min(lines.length, problem.line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let line = first; line <= last; line++) {
    const marker = line === problem.line ? '>' : ' ';
    frame.push(`${marker} ${String(line).padStart(width)} | ${lines[line - 1] ?? ''}`.trimEnd());
    if (line === problem.line) frame.push(`  ${' '.repeat(width)} | ${' '.repeat(problem.column - 1)}^`);
  }
  const hint = problem.hint ? `\n${problem.hint}` : '';
  return `${placeOf(problem)}  ${problem.message}\n\n${frame.join('\n')}\n${hint}`.trimEnd();
}
