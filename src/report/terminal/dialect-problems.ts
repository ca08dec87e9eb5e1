// What of the target does not fit the dialect, and broke no rule for all that is known: each form once.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { labelled } from '../layout.js';
import type { TerminalView } from './view.js';

export function dialectSection(
  { dialectProblems = [] }: RunResult,
  { paint, width }: TerminalView,
): string[] {
  if (dialectProblems.length === 0) return [];
  return [
    paint.heading('Not as the dialect says'),
    ...dialectProblems.flatMap((problem) => labelled('', problem, 2, 0, width)),
  ];
}
