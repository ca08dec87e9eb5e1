// What a 429 of a refresh announces is kept: neither rejections nor refusals with DEVICE_BUSY put it off.
import { SUCCESS } from '../../../contract/error-codes.js';
import { REFRESH_MIN_INTERVAL } from '../../../contract/limits.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { announcedWait } from '../announced-wait.js';
import { groupBy } from '../../../kernel/group-by.js';
import { type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import { isRefresh } from '../refreshes.js';
import type { AnsweredCall, SeenExchange, TraceView } from '../trace-view.js';
import { isAtWork, isRefused } from '../model/intended.js';

export const budget: Invariant = {
  name: 'budget',
  alone: true,
  ofClients: true,
  rules: ['refresh.retry-after-truthful', 'refresh.rejection-is-free', 'refresh.busy-is-free'],
  judge: (view) => {
    const refreshes = view.exchanges.filter(isRefresh);
    return [...groupBy(refreshes, ({ request }) => request.deviceId).values()].flatMap((all) =>
      all.filter(isRejected).flatMap((rejected) => judgeNext(rejected, all, view)),
    );
  },
};

function isRejected(exchange: SeenExchange): exchange is AnsweredCall {
  return exchange.reply?.code === 'RATE_LIMITED' && announcedWait(exchange) !== undefined;
}

/** One of two announcements may be rounded up to a whole second, the other down. */
const ROUNDING = 1000;

/** The next rejection of the device, while nothing was accepted that could have spent anything. */
function judgeNext(
  rejected: AnsweredCall,
  all: readonly SeenExchange[],
  view: TraceView,
): readonly InvariantJudgement[] {
  const later = all.filter(({ span }) => span.from > rejected.span.to);
  const next = later.find((each) => !isAtWork(each) && each.reply?.code !== 'RATE_LIMITED');
  const rejections = later.filter(isRejected).filter((each) => !next || each.span.to < next.span.from);
  const freeAt = rejected.span.to + (announcedWait(rejected) ?? 0);
  if (next?.reply?.code === SUCCESS && rejections.length === 0)
    return next.span.from >= freeAt ? [held('refresh.retry-after-truthful', rejected, next)] : [];
  return rejections
    .filter((each) => nothingSpent(rejected, each, view))
    .flatMap((each) => {
      const releaseAt = each.span.from + (announcedWait(each) ?? 0);
      // It came too soon: the announcement may only be repeated.
      const early = each.span.from < freeAt;
      const putOff = early ? releaseAt > freeAt + ROUNDING : true;
      const rule = early ? lengthenedBy(rejected, each, all) : ruleOf(rejected, each, all, view);
      if (!putOff) return [held(rule, rejected, each)];
      return [broken(rule, rejected, each, freeAt)];
    });
}

/**
 * Between the two no refresh of the device was accepted, and nothing else of the client: that may have spent a
 * quota. An operation may have, too, but then the second 429 would announce another wait than the first, unless it
 * was still under way: it may be all that the client may do at a time. Of another client nothing follows: it may have
 * spent a quota of its own before.
 */
function nothingSpent(first: AnsweredCall, second: AnsweredCall, { exchanges }: TraceView): boolean {
  const { client } = first.request;
  if (second.request.client !== client) return false;
  const alike = (announcedWait(second) ?? 0) <= (announcedWait(first) ?? 0) + ROUNDING;
  // Messages over WebSocket are limited, too: the two may not be about one limit.
  if (first.request.channel !== second.request.channel) return false;
  return !exchanges.some((each) => {
    if (each.span.to <= first.span.from || each.span.from > second.span.to || isRefused(each)) return false;
    if (isRefresh(each) && each.request.deviceId === first.request.deviceId) return true;
    const isBetween = each.span.from > first.span.to && each.span.to < second.span.from;
    return each.request.client === client && !(each.request.operation && alike && isBetween);
  });
}

function ruleOf(
  first: AnsweredCall,
  second: SeenExchange,
  all: readonly SeenExchange[],
  { exchanges }: TraceView,
): RuleId {
  const lengthened = lengthenedBy(first, second, all);
  if (lengthened === 'refresh.busy-is-free') return lengthened;
  const accepted = exchanges.findLast(
    (each) =>
      isRefresh(each) &&
      each.request.deviceId === first.request.deviceId &&
      each.reply?.code === SUCCESS &&
      each.span.to <= first.span.from,
  );
  const longAgo = !accepted || second.span.from - accepted.span.to >= REFRESH_MIN_INTERVAL;
  const between = refusalsBetween(first, second, all).length > 0;
  return between || longAgo ? lengthened : 'refresh.retry-after-truthful';
}

/** What has put the next refresh off, where something has. */
function lengthenedBy(first: AnsweredCall, second: SeenExchange, all: readonly SeenExchange[]): RuleId {
  const busy = refusalsBetween(first, second, all).some(isAtWork);
  return busy ? 'refresh.busy-is-free' : 'refresh.rejection-is-free';
}

function refusalsBetween(
  first: AnsweredCall,
  second: SeenExchange,
  all: readonly SeenExchange[],
): readonly SeenExchange[] {
  return all.filter(({ span }) => span.from > first.span.to && span.to < second.span.from);
}

function held(rule: RuleId, first: SeenExchange, second: SeenExchange): InvariantJudgement {
  return judgement(rule, true, 'the announced wait to be kept', 'it was', first.id, second.id);
}

function broken(rule: RuleId, first: AnsweredCall, second: SeenExchange, freeAt: number): InvariantJudgement {
  const expected = `the refresh to be free ${announcedWait(first) ?? 0} ms after the first 429, as announced`;
  const late = Math.round(second.span.from - freeAt);
  const when = late >= 0 ? `${late} ms after that moment` : `${-late} ms before that moment`;
  const actual = `another 429 ${when}, which announces ${announcedWait(second) ?? 0} ms more`;
  return judgement(rule, false, expected, actual, first.id, second.id);
}
