// A ticket opens one connection. One that was opened and closed without a word does not count as open.
import { groupBy } from './group-by.js';
import { type Invariant, judgement } from './invariant.js';

export const tickets: Invariant = {
  name: 'tickets',
  rules: ['ws.ticket-once'],
  judge: ({ connections, lively }) => {
    const opened = connections.filter(
      ({ state, ticket, connection }) => state === 'open' && ticket !== undefined && lively.has(connection),
    );
    return [...groupBy(opened, ({ ticket }) => ticket)].map(([ticket, uses]) => {
      const names = [...new Set(uses.map(({ connection }) => connection))];
      const actual = `${ticket} opened ${names.join(' and ')}`;
      return judgement('ws.ticket-once', names.length < 2, 'one connection for each ticket', actual);
    });
  },
};
