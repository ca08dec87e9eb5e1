// client.server-side-only: headers that only browsers send, on anything that comes.
import { breach, verdict } from './breach.js';
import { exchangeName } from './facts.js';
import type { ClientRule } from './ruling.js';
import { instant } from './words.js';

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
        const sign = signOf(headers);
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

function signOf(headers: Readonly<Record<string, string>>, method?: string): string | undefined {
  const name = OF_BROWSERS.find((each) => headers[each] !== undefined);
  if (name !== undefined) return `the header ${name}: ${headers[name]}`;
  return method === 'OPTIONS' && headers[PREFLIGHT] !== undefined ? 'a CORS preflight' : undefined;
}
