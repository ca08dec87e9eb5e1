// client.ticket-just-in-time: how old tickets are when they are used, and how often each is.
import type { ClientConnection, ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, ifTwice, instant, spanWords, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import type { ClientBreach, ClientRule } from './ruling.js';

const STALE = 10_000;
const DOUBTFUL = 5000;

export const ticketJustInTime: ClientRule = {
  id: 'client.ticket-just-in-time',
  judge: ({ days }) => {
    const ages = days.flatMap(agesOf);
    const twice = days.flatMap(usedTwice);
    const stale = ifTwice(ages.flatMap(({ age, how }) => (age > STALE ? how : [])));
    const doubts = ages.filter(({ age }) => age > DOUBTFUL);
    return verdict({
      ...stale,
      n: ages.length,
      breaches: [...twice, ...stale.breaches],
      doubts: doubts.map(({ how }) => how),
      why: 'tickets were used 5 to 10 s after they had been created, or later once',
      needs: 'any day: the client has to open a WebSocket connection',
    });
  },
};

function agesOf(day: ClientTraffic) {
  const issued = new Map(
    day.exchanges.flatMap((each): [string, ClientExchange][] =>
      each.reply?.ticket === undefined ? [] : [[each.reply.ticket, each]],
    ),
  );
  return day.connections.flatMap((each) => {
    const creation = issued.get(each.ticket ?? '');
    if (!creation?.reply) return [];
    const age = each.askedAt - creation.reply.at;
    const done = `a ticket was used ${spanWords(age)} after it had been created, at ${instant(day, each.askedAt)}`;
    const how = breach(day, [creation], done, 'create a ticket right before connecting', each.askedAt);
    return [{ age, how: { ...how, by: age } }];
  });
}

function usedTwice(day: ClientTraffic): ClientBreach[] {
  const withTicket = day.connections.filter(({ ticket }) => ticket !== undefined && ticket !== 'ticket-0');
  return [...groupBy(withTicket, ({ ticket = '' }) => ticket).values()].flatMap((uses) => {
    const again = uses.find((_, at) => uses.slice(0, at).some(usedItUp));
    if (!again) return [];
    const done = `the ticket of ${instant(day, uses[0]?.askedAt ?? 0)} was used again at ${instant(day, again.askedAt)}`;
    return [breach(day, [], done, 'a ticket of its own for each connection', again.askedAt)];
  });
}

/** A connection that failed before the upgrade has not used its ticket. */
function usedItUp({ openedAt, refusal }: ClientConnection): boolean {
  return openedAt !== undefined || refusal?.status === 401;
}
