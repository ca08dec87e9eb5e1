// A ticket opens one connection. One that was opened and closed without a word does not count as open.
import { groupBy } from '../../kernel/group-by.js';
import { type Invariant, judgement } from './invariant.js';

export const tickets: Invariant = {
  name: 'tickets',
  rules: ['ws.ticket-once'],
  judge: ({ connections, lively }) => {
    // The ticket stands where the connection was asked for; that it came about stands in another record.
    const asked = new Map(
      connections.flatMap(({ connection, ticket }) => (ticket === undefined ? [] : [[connection, ticket]])),
    );
    const opened = connections.flatMap(({ state, connection }) => {
      const ticket = asked.get(connection);
      return state === 'open' && ticket !== undefined && lively.has(connection)
        ? [{ ticket, connection }]
        : [];
    });
    return [...groupBy(opened, ({ ticket }) => ticket)].map(([ticket, uses]) => {
      const names = [...new Set(uses.map(({ connection }) => connection))];
      const actual = `${ticket} opened ${names.join(' and ')}`;
      return judgement('ws.ticket-once', names.length < 2, 'one connection for each ticket', actual);
    });
  },
};
