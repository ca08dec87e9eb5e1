// What was not checked, by reason: most reasons say what to declare so that it will be.
import type { RunResult } from '../../harness/verdict/verdict.js';
import { groupBy } from '../../kernel/group-by.js';
import { labelled, plural } from '../layout.js';
import type { TerminalView } from './view.js';

export function skippedSection(result: RunResult, { paint, width }: TerminalView): string[] {
  const skipped = result.checks.filter(({ verdict }) => verdict === 'skipped');
  if (skipped.length === 0) return [];
  const byReason = groupBy(skipped, ({ reason }) => reason ?? 'no reason was given');
  return [
    paint.heading('Skipped'),
    ...[...byReason].flatMap(([reason, checks]) => [
      ...labelled('', `${reason} (${plural(checks.length, 'check')})`, 2, 0, width),
      ...labelled('', checks.map(({ id }) => id).join(', '), 4, 0, width).map(paint.quiet),
    ]),
  ];
}
