// What no request may be: client.server-side-only, client.no-compatibility-endpoint and client.unique-request-ids.
import { groupBy } from '../../kernel/group-by.js';
import { breach, instant, verdict } from './breach.js';
import { exchangeName } from './facts.js';
import type { ClientRule } from './ruling.js';

/** `sec-fetch-mode` is missing: the fetch of Node sends it, too, and no other one of these. */
const OF_BROWSERS = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'];
const PREFLIGHT = 'access-control-request-method';
const RIGHT = 'credentials and tokens stay on a server, whose requests carry no headers of a browser';

export const serverSideOnly: ClientRule = {
  id: 'client.server-side-only',
  isTimeless: true,
  judge: ({ days }) => {
    const breaches = days.flatMap((day) => [
      ...day.exchanges.flatMap((each) => {
        const sign = signOf(each.headers, each.method);
        return sign === undefined
          ? []
          : [breach(day, [each], `${exchangeName(each)} came with ${sign}`, RIGHT)];
      }),
      ...day.connections.flatMap(({ headers, askedAt }) => {
        const sign = signOf(withoutOwnOrigin(headers));
        const done = `the upgrade at ${instant(day, askedAt)} came with ${String(sign)}`;
        return sign === undefined ? [] : [breach(day, [], done, RIGHT, askedAt)];
      }),
    ]);
    const n = days.reduce(
      (total, { exchanges, connections }) => total + exchanges.length + connections.length,
      0,
    );
    return verdict({ n, breaches, needs: 'any day: the client has to make a request' });
  },
};

/** WebSocket libraries of servers send the address of the service as the origin of an upgrade; no page comes from there. */
function withoutOwnOrigin({ origin, ...others }: Readonly<Record<string, string>>): Record<string, string> {
  const isOwn = origin !== undefined && URL.canParse(origin) && new URL(origin).host === others['host'];
  return origin === undefined || isOwn ? others : { ...others, origin };
}

function signOf(headers: Readonly<Record<string, string>>, method?: string): string | undefined {
  const name = OF_BROWSERS.find((each) => headers[each] !== undefined);
  if (name !== undefined) return `the header ${name}: ${headers[name]}`;
  return method === 'OPTIONS' && headers[PREFLIGHT] !== undefined ? 'a CORS preflight' : undefined;
}

// client.no-compatibility-endpoint: any use of the endpoint for one relay breaks it.

const OPERATIONS = new Set(['relays.set', 'relays.set-one', 'device.operation.execute']);

export const noCompatibilityEndpoint: ClientRule = {
  id: 'client.no-compatibility-endpoint',
  isTimeless: true,
  judge: ({ days }) => {
    let n = 0;
    const breaches = days.flatMap((day) =>
      day.exchanges.flatMap((each) => {
        if (OPERATIONS.has(each.what)) n++;
        if (each.what !== 'relays.set-one') return [];
        const done = `${each.method ?? 'POST'} ${each.path ?? 'of the compatibility endpoint'} at ${instant(day, each.cameAt)}`;
        return [breach(day, [each], done, 'POST .../relays/commands with an array of one relay')];
      }),
    );
    return verdict({ n, breaches, needs: 'any day: the client has to switch a relay' });
  },
};

// client.unique-request-ids: one id for two requests on one connection.

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
