// The last lines, which are read first: how many of what, what was left behind, and the result in a word.
import { formatDuration } from '../../kernel/duration.js';
import type { LeastTime, ProgramCounts, RunResult } from '../../harness/verdict/verdict.js';
import type { RuleReport } from '../by-rule.js';
import { labelled } from '../layout.js';
import { COUNTED_VERDICTS, countWords } from '../verdict-words.js';
import { conclude } from '../conclusion.js';
import { baselineWords, shardWords } from '../part-words.js';
import type { TerminalView } from './view.js';

const LABEL = 9;

export function summarySection(
  result: RunResult,
  rules: readonly RuleReport[],
  view: TerminalView,
): string[] {
  const { paint, width } = view;
  const line = (label: string, text: string): string[] => labelled(label, text, 0, LABEL, width);
  const optional = (label: string, text: string | undefined): string[] =>
    text === undefined ? [] : line(label, text);
  const conclusion = conclude(result);
  const brush = { good: paint.good, bad: paint.bad, doubtful: paint.doubtful }[conclusion.mood];
  return [
    ...line('Checks', `${checkCounts(result)} in ${timeTaken(result, view)}`),
    ...(result.leastTime === undefined ? [] : line('Time', againstLeast(result, result.leastTime))),
    ...(result.lateBy === undefined ? [] : line('Machine', latenessWords(result.lateBy)).map(paint.doubtful)),
    ...(view.context.unread ? line('Sockets', unreadWords(view.context.unread)).map(paint.doubtful) : []),
    ...(result.programs === undefined ? [] : line('Programs', programWords(result, result.programs))),
    ...(result.programs?.setAside ?? []).flatMap((words) => line('Aside', words).map(paint.doubtful)),
    ...optional('Shard', shardWords(result)?.replace('shard ', '')),
    ...optional('Known', baselineWords(result)),
    ...line('Rules', ruleCounts(rules)),
    ...(result.unreachable === undefined ? line('Relays', restoredWords(result)) : []),
    ...line('Result', conclusion.sentence).map(brush),
  ];
}

function latenessWords(lateBy: number): string {
  return `was late by up to ${formatDuration(lateBy)}, so fewer checks ran at a time`;
}

function unreadWords(unread: number): string {
  return `time went on although nobody read what was sent, ${unread === 1 ? 'once' : `${unread} times`}`;
}

function checkCounts(result: RunResult): string {
  const verdicts = result.checks.map(({ verdict }) => verdict);
  return `${verdicts.length}: ${countWords(verdicts, COUNTED_VERDICTS)}`;
}

function programWords({ seed }: RunResult, { programs, operations, took }: ProgramCounts): string {
  const time = took === 0 ? '' : ` in ${formatDuration(Math.round(took))}`;
  return `${programs} of ${operations} operations${time}, drawn from seed ${seed}`;
}

function ruleCounts(rules: readonly RuleReport[]): string {
  const verdicts = rules.map(({ verdict }) => verdict);
  return `${verdicts.length}: ${countWords(verdicts, [...COUNTED_VERDICTS, 'not checked'])}`;
}

function timeTaken(result: RunResult, { context }: TerminalView): string {
  const took = result.endedAt - result.startedAt;
  if (context.virtual) {
    const { machineTime } = context;
    const real =
      machineTime === undefined ? '' : ` (${formatDuration(Math.round(machineTime))} on this machine)`;
    return `${formatDuration(took)} of virtual time${real}`;
  }
  if (context.speed === 1) return formatDuration(took);
  return `${formatDuration(took / context.speed)} (${formatDuration(took)} on the run's clock)`;
}

/** On the run's clock: what it took, and what it would have taken if nothing but the announced waits cost time. */
function againstLeast({ startedAt, endedAt }: RunResult, { time, because }: LeastTime): string {
  const took = endedAt - startedAt;
  if (time <= 0) return `${formatDuration(took)}; none of it had to be waited for`;
  const least = formatDuration(Math.round(time));
  return `${formatDuration(took)}; no order of these checks takes less than ${least}, because of ${because}`;
}

function restoredWords(result: RunResult): string {
  if (result.notRestored.length === 0) return 'all as they were found';
  return `NOT as they were found: ${result.notRestored.join('; ')}`;
}
