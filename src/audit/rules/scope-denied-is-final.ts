// client.scope-denied-is-final: the same operation on the same device after 403 AUTH_SCOPE_DENIED.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, instant, type PartialRuling, spanWords, together, verdict } from './breach.js';
import { byWorker, isCommand, isClientRefresh, knew, exchangeName, purposeOf } from './facts.js';
import { rhythmOf, type Rhythm } from './rhythm.js';
import type { ClientBreach, ClientRule } from './ruling.js';

export const scopeDeniedIsFinal: ClientRule = {
  id: 'client.scope-denied-is-final',
  judge: (evidence) => {
    const rhythm = rhythmOf(evidence, subjectOf);
    const found = evidence.days.flatMap((day) =>
      [...byWorker(day).values()].map((exchanges) => judgeActor(day, exchanges, rhythm)),
    );
    return verdict({
      ...together(found),
      why: 'what was denied came again over the other channel, or as often as the client does it anyway',
      needs: 'the day of denied scopes: the client has to ask for what it may not do',
      enough: 2,
    });
  },
};

/** What is refused at once leaves the next wish less to wait for, by so much at most. */
const SOONER = 0.5;

/** Wishes may meet by chance: who tries again does it so often, and on such a part of what came next. */
const HABIT = { times: 2, part: 0.4 };

/** The same operation on the same device, whatever its parameters. */
function subjectOf(exchange: ClientExchange): string {
  const { what, deviceId = '', operation } = exchange;
  if (isClientRefresh(exchange)) return `refresh ${deviceId}`;
  return isCommand(exchange) ? `${operation?.name ?? what} ${deviceId}` : `${what} ${deviceId}`;
}

function judgeActor(day: ClientTraffic, exchanges: readonly ClientExchange[], rhythm: Rhythm): PartialRuling {
  const found: PartialRuling = { n: 0, breaches: [], doubts: [] };
  /** Each with the permissions at that time. */
  const denials = new Map<string, { readonly exchange: ClientExchange; readonly scopes: string }>();
  /** Under another key, and sooner than usual. */
  const soon: ClientBreach[] = [];
  let wishes = 0;
  let scopes = '';
  for (const each of exchanges) {
    if (each.reply?.scopes) scopes = each.reply.scopes.toSorted().join(' ');
    const subject = subjectOf(each);
    const denial = denials.get(subject);
    if (denial?.scopes === scopes && knew(each, denial.exchange)) {
      const how = repeated(day, denial.exchange, each);
      const gap = each.cameAt - (denial.exchange.reply?.at ?? 0);
      const sameRequest = purposeOf(each) === purposeOf(denial.exchange);
      const isOtherWish = each.key !== denial.exchange.key;
      const usual = rhythm(subject, day) * (isOtherWish ? SOONER : 1);
      // Under its key it is no other wish, however often the client has such ones.
      const isRetry = each.key !== undefined && !isOtherWish;
      const onSchedule = !isRetry && (gap >= usual || (!sameRequest && isOtherWish));
      if (isOtherWish) wishes++;
      if (each.channel !== denial.exchange.channel || onSchedule) found.doubts.push(how);
      else (isOtherWish ? soon : found.breaches).push(how);
    }
    if (each.reply?.code !== 'AUTH_SCOPE_DENIED') continue;
    if (!denial) found.n++;
    denials.set(subject, { exchange: each, scopes });
  }
  const isHabit = soon.length >= HABIT.times && soon.length >= HABIT.part * wishes;
  (isHabit ? found.breaches : found.doubts).push(...soon);
  return found;
}

function repeated(day: ClientTraffic, denied: ClientExchange, each: ClientExchange): ClientBreach {
  const at = denied.reply?.at ?? 0;
  const done = `${exchangeName(each)} came ${spanWords(each.cameAt - at)} after it had been denied`;
  return breach(
    day,
    [denied, each],
    done,
    `the denial at ${instant(day, at)} stays until the permissions change`,
  );
}
