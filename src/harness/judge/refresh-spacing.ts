// Refreshes of one device are three seconds apart, over both channels and all clients. Each took place
// somewhere between its sending and its reply: only two that cannot have been that far apart break the law.
import type { RuleId } from '../../contract/rules/catalogue.js';
import { groupBy } from '../../kernel/group-by.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { gapBetween } from '../../kernel/interval.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { isRefresh } from './refreshes.js';
import type { AnsweredCall } from './trace-view.js';

export const refreshSpacing: Invariant = {
  name: 'refresh-spacing',
  rules: ['refresh.min-interval', 'refresh.shared-budget', 'refresh.across-clients'],
  judge: ({ answered }) => {
    const accepted = answered.filter(
      (exchange) =>
        isRefresh(exchange) &&
        exchange.reply.code === SUCCESS &&
        // A success that shows no device may be the reply to something else; it proves no refresh.
        !exchange.reply.mismatches?.length,
    );
    // Neighbours in time suffice: those farther apart have more room between them.
    return [...groupBy(accepted, ({ request }) => request.deviceId).values()].flatMap((refreshes) => {
      const inOrder = refreshes.toSorted((a, b) => a.span.to - b.span.to);
      return inOrder.slice(1).flatMap((second, at) => judgePair(inOrder[at], second));
    });
  },
};

function judgePair(first: AnsweredCall | undefined, second: AnsweredCall): readonly InvariantJudgement[] {
  if (!first) return [];
  const { most } = gapBetween(first.span, second.span);
  const expected = `refreshes of one device at least ${REFRESH_MIN_INTERVAL} ms apart`;
  const actual = `two accepted ones at most ${Math.round(most)} ms apart`;
  return [
    judgement(ruleOf(first, second), most >= REFRESH_MIN_INTERVAL, expected, actual, first.id, second.id),
  ];
}

function ruleOf(first: AnsweredCall, second: AnsweredCall): RuleId {
  if (first.request.client !== second.request.client) return 'refresh.across-clients';
  return first.request.channel === second.request.channel ? 'refresh.min-interval' : 'refresh.shared-budget';
}
