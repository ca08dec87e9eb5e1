// client.waits-after-429: the same operation on the same subject before the announced delay is over.
import { groupBy } from '../../kernel/group-by.js';
import type { ClientConnection, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, instant, type PartialRuling, spanWords, together, verdict } from './breach.js';
import { byWorker, isCommand, isLimited, isClientRefresh, knew, exchangeName } from './facts.js';
import { socketsOf } from './reconnections.js';
import type { ClientBreach, ClientRule } from './ruling.js';

/** Granted for clocks that do not run alike, in ms. */
const GRANTED = 50;
/** A reply may have left so much sooner than this machine took note of it, in ms. Who came in between is not judged. */
const NOTED = 400;

const RIGHT = 'wait until the announced delay is over';

export const waitsAfter429: ClientRule = {
  id: 'client.waits-after-429',
  judge: ({ days }) => {
    const found = days.flatMap((day) => [
      ...[...byWorker(day).values()].map((exchanges) => amongExchanges(day, exchanges)),
      amongUpgrades(day),
    ]);
    return verdict({
      ...together(found),
      why: 'a request came so little too early that the refusal may have left before it was noted here, or was about another device, or may be of another of several connections',
      needs: 'the day of tight limits: the client has to make a request that is answered with 429',
    });
  },
};

/** What a 429 holds back. Whatever else is sent over a connection, heartbeats above all, belongs to that one. */
function subjectOf(exchange: ClientExchange): string {
  const { what, deviceId = '', connection = '' } = exchange;
  if (isClientRefresh(exchange)) return `refresh ${deviceId}`;
  return isCommand(exchange) ? `command ${deviceId}` : `${what} ${connection}`;
}

function amongExchanges(day: ClientTraffic, exchanges: readonly ClientExchange[]): PartialRuling {
  const connections = day.connections.filter(({ worker }) => worker === exchanges[0]?.worker);
  const sockets = socketsOf({ ...day, connections });
  const found = [...groupBy(exchanges, subjectOf).values()].map((same) =>
    amongSame(day, same, same[0]?.what === 'ticket.create' ? sockets : 1),
  );
  return together(found);
}

/**
 * @param senders how many there may be that ask for themselves, and wait for themselves: connections at the same time. What one
 * of them may have sent, whose wait is over, is left open.
 */
function amongSame(day: ClientTraffic, same: readonly ClientExchange[], senders: number): PartialRuling {
  const found: PartialRuling = { n: 0, breaches: [], doubts: [] };
  /** The refusals that hold, those of the other senders included. */
  let holding: ClientExchange[] = [];
  for (const each of same) {
    const early = holding.filter((refusal) => knew(each, refusal) && each.cameAt < endOf(refusal) - GRANTED);
    const refusal = early.at(-1);
    if (refusal) {
      const surely = early.filter((other) => each.cameAt < soonestEndOf(other) - GRANTED);
      const isCertain = surely.length >= senders && !isOfOther(refusal, each);
      (isCertain ? found.breaches : found.doubts).push(tooEarly(day, refusal, each));
    }
    holding = holding.filter((other) => each.cameAt < endOf(other));
    if (!isLimited(each) || each.reply?.retryAfter === undefined) continue;
    found.n++;
    holding = [...holding, each].toSorted((one, other) => endOf(one) - endOf(other));
  }
  return found;
}

/** Only quotas that all share make one wait for what was refused to another device. */
function isOfOther(refusal: ClientExchange, each: ClientExchange): boolean {
  if (isClientRefresh(each) || isCommand(each)) return false;
  return refusal.deviceId !== each.deviceId || refusal.commandId !== each.commandId;
}

function endOf({ reply }: ClientExchange): number {
  return (reply?.at ?? 0) + (reply?.retryAfter ?? 0);
}

/** When the delay was over for a client that had the reply as soon as it can have had it. */
function soonestEndOf({ completeAt, reply }: ClientExchange): number {
  return Math.max(completeAt, (reply?.at ?? 0) - NOTED) + (reply?.retryAfter ?? 0);
}

function tooEarly(day: ClientTraffic, refusal: ClientExchange, each: ClientExchange): ClientBreach {
  const at = refusal.reply?.at ?? 0;
  return breach(
    day,
    [refusal, each],
    `${exchangeName(each)} repeated after ${spanWords(each.cameAt - at)}`,
    `${RIGHT}: the refusal at ${instant(day, at)} announced ${spanWords(refusal.reply?.retryAfter ?? 0)}`,
  );
}

/** Upgrades that were refused with 429. */
function amongUpgrades(day: ClientTraffic): PartialRuling {
  const found: PartialRuling = { n: 0, breaches: [], doubts: [] };
  for (const own of groupBy(day.connections, ({ worker }) => worker).values()) {
    const refused = own.filter(({ refusal }) => refusal?.retryAfter !== undefined);
    const senders = socketsOf({ ...day, connections: own });
    found.n += refused.length;
    for (const each of refused.length > 0 ? own : []) {
      const early = refused.filter(({ askedAt, refusal }) => {
        const after = each.askedAt - askedAt;
        return after >= GRANTED && after < (refusal?.retryAfter ?? 0) - GRANTED;
      });
      const [first] = early;
      if (first) (early.length >= senders ? found.breaches : found.doubts).push(askedAgain(day, first, each));
    }
  }
  return found;
}

function askedAgain(
  day: ClientTraffic,
  { askedAt, refusal }: ClientConnection,
  each: ClientConnection,
): ClientBreach {
  const done = `asked to connect again after ${spanWords(each.askedAt - askedAt)}`;
  const announced = spanWords(refusal?.retryAfter ?? 0);
  const right = `${RIGHT}: the refusal at ${instant(day, askedAt)} announced ${announced}`;
  return { day: day.day, at: each.askedAt, exchanges: [], done, right };
}
