// What a run and its reports are told of the command line, and what is said of a run beside its report.
import { type Diagnostic, worded } from '../../document/diagnostic.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { ProgramLimits } from '../../harness/run/run-options.js';
import type { RunEnd } from '../../harness/run/run.js';
import type { TargetProblem } from '../../harness/target/check/check-target.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { defined } from '../../kernel/defined.js';
import { escaped } from '../../output/escape.js';
import { conclude } from '../../report/result-words.js';
import type { ReportContext } from '../../report/shell.js';
import type { Detail, TerminalOptions } from '../../report/terminal/exchange-lines.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { loadReportFrame } from '../load/page.js';
import { optionWords } from '../options.js';
import { packageVersion } from '../package-files.js';
import type { RestoreFile } from '../restore/hold-target.js';
import type { Part } from './part.js';
import type { RunOptions } from './run-options.js';
import type { FoundTarget } from './found-target.js';

// What a run and its reports are told of the command line and of the target.

/** Wider lines are hard to read, however wide the terminal is. */
const WIDEST = 140;

/** The harness knows the address; people know the name. */
export function namedOptions(result: RunResult, { name, baseUrl }: Profile): RunResult {
  return name === baseUrl ? result : { ...result, target: `${name} (${baseUrl})` };
}

export function terminalOptions({ out: { paint, columns } }: Io, options: Shown): TerminalOptions {
  const width = columns === undefined ? {} : { width: Math.min(columns, WIDEST) };
  return { paint, detail: detailOf(options), ...width };
}

type Shown = Pick<RunOptions, 'quiet' | 'verbose'>;

/** Of all commands with the two options. */
export function detailOf({ quiet, verbose }: Shown): Detail {
  return verbose ? 'verbose' : quiet ? 'quiet' : 'usual';
}

export function limitsOf(
  { runs, within, time = within && within / 2, replay, soak, shard }: RunOptions,
  { failed }: Part,
): ProgramLimits {
  const only = replay === undefined ? failed?.only : [replay];
  return {
    ...defined({ runs, time, only, soak }),
    ...(shard && !only && { share: shard }),
  };
}

export function contextOf(
  { open, curl, repeatArguments, speed, virtual }: FoundTarget,
  options: RunOptions,
  ownFiles: readonly string[],
): ReportContext {
  const { baseUrl, before } = curl;
  return {
    version: packageVersion(),
    reportFrame: loadReportFrame,
    repeatArguments: [
      ...repeatArguments,
      ...optionWords(options, ['strict', 'revision', 'readOnly']),
      ...(options.readOnly || options.actuate ? [] : ['--no-actuate']),
    ],
    ownFiles,
    baseUrl,
    path: open.target.dialect.path,
    ...defined({ beforeCurl: before }),
    speed,
    virtual: virtual !== undefined,
  };
}

// What is said of things that were left switched, by an earlier run or by this one.

/** A run that is to switch nothing does not put back either; undefined when nothing is in its way. */
export function leftoversRefused(
  leftovers: RestoreFile | undefined,
  restoreLine: string | undefined,
  restriction: Restriction | undefined,
): Diagnostic | undefined {
  if (!leftovers || restriction === undefined) return undefined;
  const { command, since } = leftovers.record.target;
  return worded(
    `${command}, begun at ${since}, has left something switched, and with --${restriction} nothing is put back`,
    `Put it back first: ${restoreLine}`,
  );
}

/** Why nothing was checked. @param path of what an earlier run has left. */
export function unchecked(
  ended: Extract<RunEnd, { ok: false }>,
  path: string | undefined,
): readonly Diagnostic[] {
  switch (ended.kind) {
    case 'differs':
      return ended.problems.map(diagnosticOf);
    case 'unstored':
      return [
        worded(
          `nothing is switched, and nothing was checked: ${ended.why}`,
          'What would have to be put back must be on the disk first; --restore-dir DIR takes another one.',
        ),
      ];
    case 'leftovers':
      return ended.left.map((message, at) =>
        worded(
          `left by an earlier run: ${message}`,
          at === ended.left.length - 1
            ? `Nothing is checked before that is put back. Where it is to stay as it is, remove ${path ?? 'the restore file'}.`
            : undefined,
        ),
      );
    default:
      return ended satisfies never;
  }
}

/** What this run could not put back. */
export function leftBehind(
  { notRestored }: Pick<RunResult, 'notRestored'>,
  unstored: string | undefined,
  restoreLine: string | undefined,
): readonly Diagnostic[] {
  const message = escaped(`not as found: ${notRestored.join('; ')}`);
  const isLeft = notRestored.length > 0 && restoreLine !== undefined;
  return [
    ...(isLeft ? [worded(message, `To put it back later: ${restoreLine}`)] : []),
    ...(unstored === undefined ? [] : [worded(unstored)]),
  ];
}

function diagnosticOf({ message, hint }: TargetProblem, at: number): Diagnostic {
  const more = at === 0 ? '\nNothing was checked; --anyway checks all the same.' : '';
  return worded(escaped(message), `${hint}${more}`);
}

// What a run came to, as an exit code.

export function exitCodeOf(result: RunResult): ExitCode {
  const { kind } = conclude(result);
  if (kind === 'misread') return EXIT.usage;
  return kind === 'error' ? EXIT.internal : EXIT[kind];
}
