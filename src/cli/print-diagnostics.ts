// Says what is wrong with what the user gave us, so that it can be mended without a look into the code.
import type { Diagnostic } from '../document/diagnostic.js';
import { formatProblem } from '../document/problem.js';
import type { Io } from './io.js';

/** The most problems of one file that are shown: more than that are mostly consequences of one. */
const MOST_PROBLEMS = 10;

export function printDiagnostics(io: Io, diagnostics: readonly Diagnostic[]): void {
  for (const line of diagnosticLines(diagnostics)) io.err.write(`${io.err.paint.bad('error:')} ${line}\n`);
}

/** A text for each problem; some take several lines. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap((diagnostic) =>
    diagnostic.kind === 'file' ? problemTexts(diagnostic) : [wordsOf(diagnostic)],
  );
}

function problemTexts({ problems, source }: Extract<Diagnostic, { kind: 'file' }>): string[] {
  const rest = problems.length - MOST_PROBLEMS;
  const texts = problems.slice(0, MOST_PROBLEMS).map((problem) => `${formatProblem(problem, source)}\n`);
  return rest > 0 ? [...texts, `${rest} more in ${problems[0]?.file ?? 'the file'}`] : texts;
}

function wordsOf({ message, hint }: Extract<Diagnostic, { kind: 'words' }>): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}
