// Every check by area: verdict, time, id and what it is about.
import { formatDuration } from '../../kernel/duration.js';
import type { CheckResult, RunResult } from '../../harness/verdict/verdict.js';
import { cut } from '../gist.js';
import { groupBy } from '../../kernel/group-by.js';
import { COUNTED_VERDICTS, countWords, paintVerdict, verdictWord } from '../verdict-words.js';
import { isBlank, type TerminalView } from './view.js';

const VERDICT_WIDTH = 13;
const TIME_WIDTH = 8;
const LEAST_TITLE = 16;

/** With more checks than this, areas without a problem are one line each where something else has one. */
const MOST_ROWS = 30;
const GOOD: ReadonlySet<string> = new Set(['pass', 'skipped']);

export function tableSection(result: RunResult, view: TerminalView): string[] {
  const isGood = ({ verdict }: CheckResult): boolean => GOOD.has(verdict);
  const isShort = result.checks.length > MOST_ROWS && !result.checks.every(isGood);
  const idWidth = Math.max(0, ...result.checks.map((check) => check.id.length)) + 2;
  return [...groupBy(result.checks, (check) => check.area)].flatMap(([area, checks], at) => {
    const counts = countWords(
      checks.map((check) => check.verdict),
      COUNTED_VERDICTS,
    );
    const heading = `${view.paint.heading(area)}  ${view.paint.quiet(counts)}`;
    if (isShort && checks.every(isGood)) return [heading];
    const shown = isShort ? checks.filter((check) => !isGood(check) && !isBlank(check)) : checks;
    return [
      ...(at === 0 || isShort ? [] : ['']),
      heading,
      ...shown.map((check) => row(check, idWidth, view)),
    ];
  });
}

function row(check: CheckResult, idWidth: number, { paint, width }: TerminalView): string {
  const verdict = paintVerdict(check.verdict, verdictWord(check.verdict).padEnd(VERDICT_WIDTH), paint);
  const time = check.verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt);
  const room = width - 2 - VERDICT_WIDTH - TIME_WIDTH - 2 - idWidth;
  const title = room < LEAST_TITLE ? '' : paint.quiet(cut(check.title, room));
  return `  ${verdict}${paint.quiet(time.padStart(TIME_WIDTH))}  ${check.id.padEnd(idWidth)}${title}`.trimEnd();
}
