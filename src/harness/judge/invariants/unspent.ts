// A refresh is refused with 429 only where something has spent its budget: a refresh of this device, not of
// another one, nor a request that was itself refused.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { groupBy } from '../../../kernel/group-by.js';
import { announcedWait } from '../announced-wait.js';
import { type Invariant, type InvariantJudgement, judgement } from '../invariant.js';
import { isRefresh } from '../refreshes.js';
import type { AnsweredCall, SeenExchange } from '../trace-view.js';
import { isAtWork, isRefused } from '../model/intended.js';

export const unspent: Invariant = {
  name: 'unspent',
  alone: true,
  ofClients: true,
  rules: ['refresh.per-device', 'refresh.busy-is-free', 'refresh.rejection-is-free'],
  judge: (view) => {
    const refreshes = view.exchanges.filter(isRefresh);
    const longest = longestBudget(refreshes);
    const began = view.exchanges[0]?.span.from ?? 0;
    return view.answered
      .filter((each) => isRefresh(each) && isRejected(each) && each.span.from - began > longest)
      .filter((each) => !mayBeOfQuota(each, view.exchanges))
      .flatMap((each) => judgeRejected(each, longest, refreshes));
  },
};

/** Announcements are rounded to whole seconds, and what was sent arrives later, in ms. */
const ROUNDING = 2000;
/** In ms: the window of a quota may be as long. */
const LONGEST_WINDOW = 60_000;

function isRejected(exchange: SeenExchange): exchange is AnsweredCall {
  return exchange.reply?.code === 'RATE_LIMITED' && announcedWait(exchange) !== undefined;
}

/**
 * For how long a refresh can be felt, in ms: no longer than what passed between two of one device, and at least for
 * what was left of it when a rejection announced that. Infinity where no two show it: an announcement alone tells
 * only what was left.
 */
function longestBudget(refreshes: readonly SeenExchange[]): number {
  const ofDevices = [...groupBy(refreshes, ({ request }) => request.deviceId).values()];
  const between = ofDevices.flatMap((all) => {
    const accepted = all.filter(({ reply }) => reply?.code === SUCCESS);
    return accepted.slice(1).map(({ span }, at) => span.to - (accepted[at]?.span.from ?? span.to));
  });
  const left = ofDevices.flatMap((all) =>
    all.filter(isRejected).map((each) => {
      const spent = all.findLast(({ span, reply }) => reply?.code === SUCCESS && span.to <= each.span.from);
      return (announcedWait(each) ?? 0) + (spent ? each.span.from - spent.span.to : 0);
    }),
  );
  return Math.max(Math.min(...between), ...left) + ROUNDING;
}

function judgeRejected(
  rejected: AnsweredCall,
  longest: number,
  refreshes: readonly SeenExchange[],
): readonly InvariantJudgement[] {
  const { deviceId } = rejected.request;
  const recent = refreshes.filter(
    (each) =>
      each.id !== rejected.id &&
      each.span.from <= rejected.span.to &&
      each.span.to >= rejected.span.from - longest,
  );
  const own = recent.filter(({ request }) => request.deviceId === deviceId);
  const spent = own.some((each) => !isRefused(each));
  const rule = ruleOf(own, recent);
  if (rule === undefined) return [];
  const expected = `no 429 for ${deviceId ?? 'a device'}, which nobody has refreshed for ${longest} ms`;
  const actual = spent ? 'it had been refreshed' : '429 RATE_LIMITED';
  return [judgement(rule, spent, expected, actual, rejected.id, ...recent.map(({ id }) => id))];
}

/**
 * Something else of this client was granted lately, or is under way: it may have spent a quota of refreshes, which
 * controls may share, or of messages, or may be all that the client may do at a time.
 */
function mayBeOfQuota(
  { id, span, request: { client, channel } }: AnsweredCall,
  exchanges: readonly SeenExchange[],
): boolean {
  return exchanges.some((each) => {
    if (each.id === id || each.request.client !== client || isRefused(each)) return false;
    if (each.span.from > span.to || each.span.to < span.from - LONGEST_WINDOW) return false;
    const isUnderWay = each.span.to >= span.from;
    return (
      isUnderWay ||
      isRefresh(each) ||
      each.request.operation !== undefined ||
      (channel === 'ws' && each.request.channel === 'ws')
    );
  });
}

/** What can have been taken for a refresh of the device, the latest first. */
function ruleOf(own: readonly SeenExchange[], recent: readonly SeenExchange[]): RuleId | undefined {
  const refused = own.findLast(isRefused);
  if (refused) return isAtWork(refused) ? 'refresh.busy-is-free' : 'refresh.rejection-is-free';
  const elsewhere = recent.some(({ reply }) => reply?.code === SUCCESS);
  return elsewhere ? 'refresh.per-device' : undefined;
}
