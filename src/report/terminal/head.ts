// The first lines of the report: what was tested, in which words, with which chance.
import { formatDuration } from '../../kernel/duration.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import { wrap } from '../layout.js';
import type { TerminalView } from './view.js';

export function headSection(result: RunResult, { context, paint, width }: TerminalView): string[] {
  const facts = [
    `dialect ${result.dialect}`,
    `seed ${result.seed}`,
    ...(result.unreachable === undefined ? [`round trip ${formatDuration(result.roundTrip)}`] : []),
    ...(result.shard ? [`shard ${result.shard.index} of ${result.shard.count}`] : []),
    ...(context.virtual ? ['virtual time'] : []),
    ...(context.speed === 1 ? [] : [`clock at ${context.speed} times the usual speed`]),
  ];
  return [
    ...wrap(`conform ${context.version} tested ${result.target}`, width).map(paint.heading),
    ...wrap(facts.join(' · '), width).map(paint.quiet),
  ];
}
