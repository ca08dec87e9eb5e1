// client.token-reused: new tokens while at least half of the last one's life is left.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, instant, type PartialRuling, spanWords, verdict } from './breach.js';
import { byActor, isLost } from './facts.js';
import type { ClientRule } from './ruling.js';

/** So often it is a habit. */
const HABIT = 3;
/** Granted for clocks that do not run alike, in ms. */
const GRANTED = 50;
/** Where processes are not known, one that asks so long after its last request may be another one, in ms. */
const RESTART = 5000;
/** Requests that were under way with the last token, in ms. */
const OVERLAP = 2000;

export const tokenReused: ClientRule = {
  id: 'client.token-reused',
  judge: ({ days }) => {
    const found = days.flatMap((day) => [...byActor(day).values()].map((each) => judgeActor(day, each)));
    const early = found.flatMap((each) => (each.breaches.length >= HABIT ? each.breaches : []));
    const doubts = found.flatMap((each) => (each.doubts.length >= HABIT ? each.doubts : []));
    return verdict({
      n: found.reduce((total, { n }) => total + n, 0),
      breaches: early,
      doubts,
      why: 'a token for each connection, or for another process each time',
      needs: 'any day: the client has to ask for a token and use it',
    });
  },
};

function judgeActor(day: ClientTraffic, exchanges: readonly ClientExchange[]): PartialRuling {
  const found: PartialRuling = { n: 0, breaches: [], doubts: [] };
  let last: ClientExchange | undefined;
  exchanges.forEach((each, at) => {
    if (each.what !== 'token.create' || each.reply?.token === undefined) return;
    const before = last;
    last = each;
    found.n++;
    if (
      !before ||
      isInUse(before, exchanges.slice(at)) ||
      hadReason(exchanges.slice(exchanges.indexOf(before) + 1, at))
    )
      return;
    const life = before.reply?.lifetime ?? 0;
    const left = before.cameAt + life - each.cameAt;
    if (left < life / 2 + GRANTED) return;
    const done = `a new token at ${instant(day, each.cameAt)}, with ${spanWords(left)} left of the ${spanWords(life)} of the last one`;
    const how = breach(day, [before, each], done, 'use a token until at most half of its life is left');
    const lastUse = exchanges[at - 1]?.cameAt ?? before.cameAt;
    const mayBeAnother = day.processes === 'guessed' && each.cameAt - lastUse >= RESTART;
    const toReconnect = exchanges[at + 1]?.what === 'ticket.create';
    if (mayBeAnother || toReconnect) {
      const why = toReconnect ? 'a token for each connection' : 'perhaps another process each time';
      found.doubts.push({ ...how, right: `${how.right}; here it may be ${why}` });
    } else found.breaches.push(how);
  });
  return found;
}

/** A process may hold several tokens: the last one is not replaced when it is used long after. */
function isInUse({ reply }: ClientExchange, later: readonly ClientExchange[]): boolean {
  const since = (later[0]?.cameAt ?? 0) + OVERLAP;
  return later.some(({ token, cameAt }) => token === reply?.token && cameAt > since);
}

/** Something between that makes one ask for a new token: a refusal of the old one, or a connection that broke. */
function hadReason(between: readonly ClientExchange[]): boolean {
  return between.some((each) => {
    if (each.what === 'token.create' || isLost(each)) return isLost(each);
    return each.reply?.status === 401 || each.reply?.status === 403;
  });
}
