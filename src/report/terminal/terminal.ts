// The report of a run for a person at a terminal: what was tested, what became of it, and what to do next.
import type { TerminalOptions, TerminalView } from './view.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { reportByRule } from '../by-rule.js';
import { NO_PAINT } from '../paint.js';
import type { RepeatContext } from '../report-context.js';
import { glanceSection } from './at-a-glance.js';
import { dialectSection } from './dialect-problems.js';
import { headSection } from './head.js';
import { problemSections } from './problems.js';
import { skippedSection } from './skipped.js';
import { leftUncheckedSection } from './left-unchecked.js';
import { summarySection } from './summary.js';
import { unobservableSection } from './unobservable.js';
import { tableSection } from './table.js';

const DEFAULT_WIDTH = 110;

export function terminalReport(
  result: RunResult,
  context: RepeatContext,
  options: TerminalOptions = {},
): string {
  const view: TerminalView = {
    context,
    paint: options.paint ?? NO_PAINT,
    width: options.width ?? DEFAULT_WIDTH,
  };
  const rules = reportByRule(result);
  const sections = [
    headSection(result, view),
    glanceSection(result, rules, view),
    tableSection(result, view),
    ...problemSections(result, rules, view),
    dialectSection(result, view),
    skippedSection(result, view),
    leftUncheckedSection(result, view),
    unobservableSection(rules, view),
    summarySection(result, rules, view),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
