// Command objects have the fields that the interface names, and a final status stays as it is.
import { surelyBefore } from '../../kernel/interval.js';
import { isObject } from '../../kernel/json.js';
import { words } from './envelope.js';
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { type CommandSighting, sightingOf, successesWithCommand } from './sightings.js';
import type { AnsweredCall } from './trace-view.js';

export const commands: Invariant = {
  name: 'commands',
  rules: ['commands.shape', 'commands.terminal-stays'],
  judge: ({ answered }) => {
    const replies = successesWithCommand(answered);
    // Words that the dialect could not read are no other words.
    const read = replies.filter(({ reply }) => !reply.mismatches?.length);
    const byCommand = groupBy(read.flatMap(sightingOf), ({ commandId }) => commandId);
    return [...replies.map(judgeShape), ...[...byCommand.values()].flatMap(judgeStatuses)];
  },
};

function judgeShape({ id, reply }: AnsweredCall): InvariantJudgement {
  const data = isObject(reply.body) ? reply.body['data'] : undefined;
  const command = isObject(data) ? data['command'] : undefined;
  const expected = 'data.command with operation, params and status';
  if (!isObject(command))
    return judgement('commands.shape', false, expected, `data.command: ${words(command)}`, id);
  const { operation, params, status } = command;
  const held = typeof operation === 'string' && isObject(params) && typeof status === 'string';
  return judgement('commands.shape', held, expected, () => words({ operation, params, status }), id);
}

/**
 * A final status that was seen must still be there in every request that was sent after that. Two different
 * final ones contradict each other in any order, also where the requests ran at once.
 */
function judgeStatuses(sightings: readonly CommandSighting[]): readonly InvariantJudgement[] {
  const final = sightings
    .filter((each) => each.isFinal)
    .toSorted((a, b) => a.exchange.span.to - b.exchange.span.to)[0];
  if (!final) return [];
  return sightings
    .filter(
      (each) =>
        surelyBefore(final.exchange.span, each.exchange.span) ||
        (each.isFinal && each.status !== final.status),
    )
    .map(({ exchange, commandId, status }) => {
      const expected = `command ${commandId} to stay ${final.status}`;
      const held = status === final.status;
      return judgement('commands.terminal-stays', held, expected, status, final.exchange.id, exchange.id);
    });
}
