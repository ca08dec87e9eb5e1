// client.waits-after-429: the same operation on the same subject before the announced delay is over.
import type { ClientConnection, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, type PartialRuling, together, verdict } from './breach.js';
import { byWorker, isCommand, isLimited, isClientRefresh, knew, exchangeName } from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';
import { instant, spanWords } from './words.js';

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
      why: 'a request came so little too early that the refusal may have left before it was noted here',
      needs: 'the day of tight limits: the client has to make a request that is answered with 429',
    });
  },
};

/** What a 429 holds back. */
function subjectOf(exchange: ClientExchange): string {
  const { what, deviceId = '' } = exchange;
  if (isClientRefresh(exchange)) return `refresh ${deviceId}`;
  return isCommand(exchange) ? `command ${deviceId}` : what;
}

function amongExchanges(day: ClientTraffic, exchanges: readonly ClientExchange[]): PartialRuling {
  const breaches: ClientBreach[] = [];
  const doubts: ClientBreach[] = [];
  /** The refusal with the latest end, for each subject. */
  const holding = new Map<string, ClientExchange>();
  let n = 0;
  for (const each of exchanges) {
    const subject = subjectOf(each);
    const refusal = holding.get(subject);
    if (refusal?.reply && knew(each, refusal) && each.cameAt < endOf(refusal) - GRANTED) {
      const isCertain = each.cameAt < soonestEndOf(refusal) - GRANTED;
      (isCertain ? breaches : doubts).push(tooEarly(day, refusal, each));
    }
    if (!isLimited(each) || each.reply?.retryAfter === undefined) continue;
    n++;
    if (!refusal || endOf(each) > endOf(refusal)) holding.set(subject, each);
  }
  return { n, breaches, doubts };
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
  const refused = day.connections.filter(({ refusal }) => refusal?.retryAfter !== undefined);
  const tooSoon = (first: ClientConnection): ClientBreach[] =>
    day.connections
      .filter(({ worker, askedAt }) => {
        const after = askedAt - first.askedAt;
        return (
          worker === first.worker && after >= GRANTED && after < (first.refusal?.retryAfter ?? 0) - GRANTED
        );
      })
      .map((each) => ({
        day: day.day,
        at: each.askedAt,
        exchanges: [],
        done: `asked to connect again after ${spanWords(each.askedAt - first.askedAt)}`,
        right: `${RIGHT}: the refusal at ${instant(day, first.askedAt)} announced ${spanWords(first.refusal?.retryAfter ?? 0)}`,
      }));
  return { n: refused.length, breaches: refused.flatMap(tooSoon), doubts: [] };
}
