// What a probe finds of this machine, the files and the target, each in a line or two, and the exit code for it.
import type { Diagnostic } from '../../document/diagnostic.js';
import { placeOf } from '../../document/problem.js';
import { labelled } from '../../report/layout.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';

export interface ProbeFinding {
  /** `note`: worth knowing. `warn`: it may be in the way. `bad`: it is in the way. */
  readonly level: 'ok' | 'note' | 'warn' | 'bad';
  readonly about: string;
  readonly words: string;
  /** What to do about it. */
  readonly todo?: string;
}

type Say = (about: string, words: string, todo?: string) => ProbeFinding;

function at(level: ProbeFinding['level']): Say {
  return (about, words, todo) => ({ level, about, words, ...(todo === undefined ? {} : { todo }) });
}

export const ok = at('ok');
export const note = at('note');
export const warn = at('warn');
export const bad = at('bad');

/** Each of them, without the lines of the files: this page is for others. */
export function problems(about: string, diagnostics: readonly Diagnostic[]): ProbeFinding[] {
  return diagnostics.flatMap((each) =>
    each.kind === 'words'
      ? [bad(about, each.message, each.hint)]
      : each.problems.map((problem) => bad(about, `${placeOf(problem)} ${problem.message}`, problem.hint)),
  );
}

const REACHING: ReadonlySet<string> = new Set(['DNS', 'TCP', 'TLS', 'HTTP']);

/** What cannot be reached is not there; everything else is to be mended here. */
export function codeOf(findings: readonly ProbeFinding[]): ExitCode {
  const inTheWay = findings.filter(({ level }) => level === 'bad');
  if (inTheWay.length === 0) return EXIT.passed;
  return inTheWay.every(({ about }) => REACHING.has(about)) ? EXIT.unreachable : EXIT.usage;
}

const WIDEST = 110;
const LABEL = 18;

export function pageWidth({ out: { columns } }: Io): number {
  return Math.min(columns ?? WIDEST, WIDEST);
}

export function findingLines(findings: readonly ProbeFinding[], io: Io): string[] {
  const { paint } = io.out;
  const width = pageWidth(io);
  const brushes = { ok: paint.good, note: paint.quiet, warn: paint.doubtful, bad: paint.bad };
  return findings.flatMap(({ level, about, words, todo }) => {
    const [first = '', ...more] = labelled(`${level.padEnd(6)}${about}`, words, 0, LABEL, width);
    const head = `${brushes[level](first.slice(0, 6))}${first.slice(6)}`;
    return [head, ...more, ...(todo === undefined ? [] : labelled('', todo, 0, LABEL, width))];
  });
}
