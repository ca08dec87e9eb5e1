// The first lines of a report with failures: which rules broke, in which checks, and where the rest is.
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { RuleReport } from '../by-rule.js';
import { labelled, plural } from '../layout.js';
import type { TerminalView } from './view.js';

/** Below this many checks the whole report is a glance. */
const LEAST_CHECKS = 8;
const MOST_RULES = 12;

export function glanceSection(
  result: RunResult,
  rules: readonly RuleReport[],
  { paint, width }: TerminalView,
): string[] {
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  if (broken.length === 0 || result.checks.length < LEAST_CHECKS) return [];
  const rest = broken.length - MOST_RULES;
  return [
    paint.bad(`${plural(broken.length, 'rule')} broken`),
    ...broken.slice(0, MOST_RULES).flatMap(({ rule, checks }) => {
      const failed = checks.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check.id);
      const more = failed.length > 1 ? ` and ${plural(failed.length - 1, 'more check')}` : '';
      return labelled('', `${rule.id}: ${failed[0] ?? ''}${more}`, 2, 0, width);
    }),
    ...(rest > 0 ? [`  and ${plural(rest, 'more rule')}`] : []),
    ...labelled(
      '',
      'Below: each of them with what was expected and what came. --report html=PATH shows every check with all of its exchanges.',
      2,
      0,
      width,
    ).map(paint.quiet),
  ];
}
