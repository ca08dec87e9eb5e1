// The same load over several servers: each has its share of the connections.
import { type HttpLoad, openHttpLoad } from './http-load.js';

/** @param sent how many requests each connection has sent before; counted on. */
export async function openSpreadLoad(
  ports: readonly number[],
  connections: number,
  sent: number[],
): Promise<Pick<HttpLoad, 'run' | 'close'>> {
  const each = Math.floor(connections / ports.length);
  const shares = await Promise.all(
    ports.map(async (port, at) => {
      const own = sent.slice(at * each, (at + 1) * each);
      return { first: at * each, own, load: await openHttpLoad(port, each, own) };
    }),
  );
  return {
    run: async (requestOf, duration) => {
      const answered = await Promise.all(
        shares.map(({ first, load }) =>
          load.run((connection, nth) => requestOf(first + connection, nth), duration),
        ),
      );
      for (const { first, own } of shares) sent.splice(first, own.length, ...own);
      return {
        count: answered.reduce((sum, { count }) => sum + count, 0),
        time: Math.max(...answered.map(({ time }) => time)),
      };
    },
    close: () => {
      for (const { load } of shares) load.close();
    },
  };
}
