// What the run left unchecked on purpose, by rule.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { labelled } from '../layout.js';
import { leftUncheckedIn } from '../left-unchecked.js';
import type { TerminalView } from './view.js';

export function leftUncheckedSection(result: RunResult, { paint, width }: TerminalView): string[] {
  const left = leftUncheckedIn(result);
  if (!left) return [];
  const lines = (what: string, rules: readonly string[]): string[] =>
    rules.length === 0
      ? []
      : [
          ...labelled('', `${what} (${rules.length})`, 2, 0, width),
          ...labelled('', rules.join(', '), 4, 0, width).map(paint.quiet),
        ];
  return [
    paint.heading(`Left unchecked by ${left.option}, by rule`),
    ...lines('nothing of these rules was checked', left.rules),
    ...lines('these rules were checked in part', left.inPart),
  ];
}
