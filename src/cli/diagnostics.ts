// Says what is wrong with what the user gave us, so that it can be mended without a look into the code.
import { resolve } from 'node:path';
import { type Diagnostic, worded } from '../document/diagnostic.js';
import { formatProblem } from '../document/problem.js';
import { escaped } from '../output/escape.js';
import { safeText, type Syntax } from '../output/writer.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { writeText } from './files.js';
import type { Io } from './io.js';
import { packageVersion } from './package-files.js';

/** The most problems of one file that are shown: more than that are mostly consequences of one. */
const MOST_PROBLEMS = 10;

export function printDiagnostics(io: Io, diagnostics: readonly Diagnostic[]): void {
  for (const line of diagnosticLines(diagnostics)) io.err.write(`${io.err.paint.bad('error:')} ${line}\n`);
}

/** For a command that cannot do what it was asked for. @param why a sentence, to which a hint may belong. */
export function usageError(io: Io, why: readonly Diagnostic[] | string, hint?: string): ExitCode {
  printDiagnostics(io, typeof why === 'string' ? [worded(why, hint)] : why);
  return EXIT.usage;
}

/** Writes a document where the command line says; without a path, or with `-`, it is printed. */
export async function printOrWrite(
  out: string | undefined,
  text: string,
  syntax: Syntax,
  io: Io,
): Promise<ExitCode> {
  if (out === undefined || out === '-') {
    io.out.document(text, syntax);
    return EXIT.passed;
  }
  const message = await writeText(resolve(io.cwd, out), safeText(text, syntax, io.secrets));
  return message === undefined ? EXIT.passed : usageError(io, message);
}

/** A text for each problem; some take several lines. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap((diagnostic) =>
    diagnostic.kind === 'file'
      ? problemTexts(diagnostic)
      : [diagnostic.hint === undefined ? diagnostic.message : `${diagnostic.message}\n${diagnostic.hint}`],
  );
}

function problemTexts({ problems, source }: Extract<Diagnostic, { kind: 'file' }>): string[] {
  const rest = problems.length - MOST_PROBLEMS;
  const texts = problems.slice(0, MOST_PROBLEMS).map((problem) => `${formatProblem(problem, source)}\n`);
  return rest > 0 ? [...texts, `${rest} more in ${problems[0]?.file ?? 'the file'}`] : texts;
}

// What the program says when it has failed itself: honestly, and without a page of stack.

export function reportBug(error: unknown, { err, env }: Io): void {
  const message = escaped(error instanceof Error ? error.message : String(error));
  const debug = (env['CONFORM_DEBUG'] ?? '') !== '';
  const stack = error instanceof Error && debug ? `${error.stack ?? ''}\n` : '';
  const how = debug ? '' : ', together with what CONFORM_DEBUG=1 prints in addition';
  err.write(
    `${err.paint.bad('error:')} conform has failed by its own fault: ${message}\n${stack}` +
      'This is a bug, and says nothing about the target. Please report it with the command line that led here\n' +
      `and these lines${how}. (conform ${packageVersion()}, Node ${process.version}, ${process.platform})\n`,
  );
}
