// What the program's exit code says. Scripts branch on these; they never change.
import type { RunResult } from '../harness/verdict/verdict.js';

export const EXIT = {
  /** Everything that was checked held, and something was. */
  passed: 0,
  /** The target broke a stated rule. */
  broken: 1,
  /** Usage, configuration, an unknown id, nothing selected, or a report that could not be written. */
  usage: 2,
  unreachable: 3,
  /** Nothing broken, but something could not be decided. */
  undecided: 4,
  /** A bug of this program. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Called once by the command that ran. */
export type Finish = (code: ExitCode) => void;

/** For `--help`. */
export const EXIT_HELP = `Exit codes:
  0  all passed        1  a stated rule is broken     2  usage, configuration, nothing selected
  3  target not there  4  inconclusive, none broken  70  internal error`;

/** What was found of clients. What nobody demanded may stay undecided, but for the days that were to be lived. */
export function codeOfClients(result: RunResult, required: readonly string[]): ExitCode {
  const { checks, unreachable, waiverProblems = [], cutShort } = result;
  if (unreachable !== undefined) return EXIT.unreachable;
  if (checks.some(({ verdict }) => verdict === 'fail') || waiverProblems.length > 0) return EXIT.broken;
  if (checks.some(({ verdict }) => verdict === 'error')) return EXIT.internal;
  const isOpen = checks.some(({ area, rules, verdict }) => {
    const isUndecided = verdict === 'inconclusive' || verdict === 'skipped';
    return isUndecided && (area === 'days' || rules.some((id) => required.includes(id)));
  });
  return isOpen || cutShort !== undefined ? EXIT.undecided : EXIT.passed;
}
