// What is said of things that were left switched, by an earlier run or by this one.
import type { Diagnostic } from '../../document/diagnostic.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { RunEnd } from '../../harness/run/run.js';
import { escaped } from '../../output/escape.js';
import type { TargetProblem } from '../../harness/target/check/check-target.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { RestoreFile } from '../restore/restore-files.js';

/** A run that is to switch nothing does not put back either; undefined when nothing is in its way. */
export function leftoversRefused(
  leftovers: RestoreFile | undefined,
  restoreLine: string | undefined,
  restriction: Restriction | undefined,
): Diagnostic | undefined {
  if (!leftovers || restriction === undefined) return undefined;
  const { command, since } = leftovers.record.target;
  return {
    kind: 'words',
    message: `${command}, begun at ${since}, has left something switched, and with --${restriction} nothing is put back`,
    hint: `Put it back first: ${restoreLine}`,
  };
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
        {
          kind: 'words',
          message: `nothing is switched, and nothing was checked: ${ended.why}`,
          hint: 'What would have to be put back must be on the disk first; --restore-dir DIR takes another one.',
        },
      ];
    case 'leftovers':
      return ended.left.map((message, at) => ({
        kind: 'words',
        message: `left by an earlier run: ${message}`,
        ...(at === ended.left.length - 1 ? { hint: untilPutBack(path) } : {}),
      }));
    default:
      return ended satisfies never;
  }
}

/** What this run could not put back. */
export function leftBehind(
  { notRestored }: RunResult,
  unstored: string | undefined,
  restoreLine: string | undefined,
): readonly Diagnostic[] {
  const left: Diagnostic[] =
    notRestored.length === 0 || restoreLine === undefined
      ? []
      : [
          {
            kind: 'words',
            message: escaped(`not as found: ${notRestored.join('; ')}`),
            hint: `To put it back later: ${restoreLine}`,
          },
        ];
  return unstored === undefined ? left : [...left, { kind: 'words', message: unstored }];
}

/** What to do about a thing that cannot be put back. */
function untilPutBack(path: string | undefined): string {
  return `Nothing is checked before that is put back. Where it is to stay as it is, remove ${path ?? 'the restore file'}.`;
}

function diagnosticOf({ message, hint }: TargetProblem, at: number): Diagnostic {
  const more = at === 0 ? '\nNothing was checked; --anyway checks all the same.' : '';
  return { kind: 'words', message: escaped(message), hint: `${hint}${more}` };
}
