// client.unique-request-ids: one id for two requests on one connection.
import { breach, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import { exchangeName } from './facts.js';
import type { ClientRule } from './ruling.js';

export const uniqueRequestIds: ClientRule = {
  id: 'client.unique-request-ids',
  isTimeless: true,
  judge: ({ days }) => {
    const messages = days.map(
      (day) => [day, day.exchanges.filter(({ requestId }) => requestId !== undefined)] as const,
    );
    return verdict({
      n: messages.reduce((total, [, all]) => total + all.length, 0),
      breaches: messages.flatMap(([day, all]) =>
        [...groupBy(all, ({ connection = '', requestId = '' }) => `${connection} ${requestId}`).values()]
          .filter(({ length }) => length > 1)
          .map((same) => {
            const [first, second] = same;
            const done = `requestId "${first?.requestId}" stands for ${same.length} requests on ${first?.connection}, among them ${same.slice(0, 2).map(exchangeName).join(' and ')}`;
            return breach(
              day,
              [first, second].flatMap((each) => (each ? [each] : [])),
              done,
              'a requestId of its own for each request on a connection',
            );
          }),
      ),
      needs: 'any day: the client has to send two messages on a WebSocket connection',
    });
  },
};
