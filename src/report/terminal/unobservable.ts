// Rules that nobody can check from outside of a server, by the reason why.
import { type RuleReport, unobservableReason } from '../by-rule.js';
import { labelled } from '../layout.js';
import type { TerminalView } from './view.js';

export function unobservableSection(rules: readonly RuleReport[], { paint, width }: TerminalView): string[] {
  // A run of a few checks leaves most rules aside anyway: why some of them cannot be seen is not what it was for.
  const isWhole = rules.every(
    ({ rule: { id }, verdict }) => verdict !== 'not checked' || unobservableReason(id, verdict) !== undefined,
  );
  if (!isWhole) return [];
  const lines = rules.flatMap(({ rule: { id }, verdict }) => {
    const why = unobservableReason(id, verdict);
    if (why === undefined) return [];
    return [...labelled('', id, 2, 0, width), ...labelled('', why, 4, 0, width).map(paint.quiet)];
  });
  return lines.length === 0 ? [] : [paint.heading('Not to be seen from outside'), ...lines];
}
