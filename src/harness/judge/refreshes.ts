// Laws of refreshes: how far apart they are, and what a refusal announces and leaves unspent.
import { SUCCESS } from '../../contract/error-codes.js';
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import { groupBy } from '../../kernel/group-by.js';
import { gapBetween } from '../../kernel/interval.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { isAtWork, isRefused } from './history.js';
import { isRefresh, announcedWait } from './sightings.js';
import type { AnsweredCall, SeenExchange, TraceView } from './trace-view.js';

// Refreshes of one device are three seconds apart, over both channels and all clients. Each took place
// somewhere between its sending and its reply: only two that cannot have been that far apart break the law.

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
  const overOne = first.request.channel === second.request.channel;
  const ofOne = overOne ? 'refresh.min-interval' : 'refresh.shared-budget';
  const rule = first.request.client === second.request.client ? ofOne : 'refresh.across-clients';
  const expected = `refreshes of one device at least ${REFRESH_MIN_INTERVAL} ms apart`;
  const actual = `two accepted ones at most ${Math.round(most)} ms apart`;
  return [judgement(rule, most >= REFRESH_MIN_INTERVAL, expected, actual, first.id, second.id)];
}

// What a refresh is told to wait is the actual delay: one that is many times as long is in another unit, or made up.

/** In ms: a shorter one may be a careful guess. */
const LONG = 120_000;
/** How many times as long as needed it has to be. */
const MANY_TIMES = 20;

export const announcedDelay: Invariant = {
  name: 'announced-delay',
  rules: ['refresh.retry-after-truthful'],
  judge: ({ answered }) => {
    // What another client is told to wait may be for a quota of its own.
    const own = groupBy(answered.filter(isRefresh), ({ request }) => `${request.deviceId} ${request.client}`);
    return [...own.values()].flatMap((refreshes) => {
      const putOff = refreshes.filter(
        (each) => each.reply.code === 'RATE_LIMITED' && (announcedWait(each) ?? 0) > LONG,
      );
      return putOff.flatMap((rejected) => judgeAnnounced(rejected, refreshes));
    });
  },
};

function judgeAnnounced(
  rejected: AnsweredCall,
  refreshes: readonly AnsweredCall[],
): readonly InvariantJudgement[] {
  const next = refreshes.find(
    ({ span, reply }) => span.from > rejected.span.to && reply.code === SUCCESS && !reply.mismatches?.length,
  );
  const announced = announcedWait(rejected) ?? 0;
  const took = next && next.span.to - rejected.span.from;
  if (took === undefined || took * MANY_TIMES > announced) return [];
  const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
  const expected = 'the actual delay, in seconds';
  const actual = `${seconds(announced)} were announced, and the device was refreshed ${seconds(took)} later`;
  return [judgement('refresh.retry-after-truthful', false, expected, actual, rejected.id, next?.id ?? -1)];
}

// What a 429 of a refresh announces is kept: neither rejections nor refusals with DEVICE_BUSY put it off.

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

// A refresh is refused with 429 only where something has spent its budget: a refresh of this device, not of
// another one, nor a request that was itself refused.

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
const UNSPENT_ROUNDING = 2000;
/** In ms: the window of a quota may be as long. */
const LONGEST_WINDOW = 60_000;

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
  return Math.max(Math.min(...between), ...left) + UNSPENT_ROUNDING;
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
  const rule = ruleOfUnspent(own, recent);
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
function ruleOfUnspent(own: readonly SeenExchange[], recent: readonly SeenExchange[]): RuleId | undefined {
  const refused = own.findLast(isRefused);
  if (refused) return isAtWork(refused) ? 'refresh.busy-is-free' : 'refresh.rejection-is-free';
  const elsewhere = recent.some(({ reply }) => reply?.code === SUCCESS);
  return elsewhere ? 'refresh.per-device' : undefined;
}
