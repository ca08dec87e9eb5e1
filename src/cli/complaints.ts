// Says what is wrong with what the user gave us, so that it can be mended without a look into the code.
import { formatProblem, type Problem } from '../document/problem.js';
import type { Io } from './io.js';

/** Something that the user can mend: a file with problems in it, or a sentence with a hint. */
export type Complaint =
  | { readonly kind: 'file'; readonly problems: readonly Problem[]; readonly source: string }
  | { readonly kind: 'words'; readonly message: string; readonly hint?: string };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

export function refuse(
  message: string,
  hint?: string,
): { readonly ok: false; readonly complaints: Complaint[] } {
  return { ok: false, complaints: [{ kind: 'words', message, ...(hint === undefined ? {} : { hint }) }] };
}

/** The most problems of one file that are shown: the rest is usually a consequence. */
const MOST_PROBLEMS = 5;

export function complain(io: Io, complaints: readonly Complaint[]): void {
  for (const complaint of complaints) {
    const lines = complaint.kind === 'file' ? problemTexts(complaint) : [wordsOf(complaint)];
    for (const line of lines) io.err.write(`${io.err.paint.bad('error:')} ${line}\n`);
  }
}

function problemTexts({ problems, source }: Extract<Complaint, { kind: 'file' }>): string[] {
  const rest = problems.length - MOST_PROBLEMS;
  const texts = problems.slice(0, MOST_PROBLEMS).map((problem) => `${formatProblem(problem, source)}\n`);
  return rest > 0 ? [...texts, `${rest} more in ${problems[0]?.file ?? 'the file'}`] : texts;
}

function wordsOf({ message, hint }: Extract<Complaint, { kind: 'words' }>): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}
