// How much longer a request takes because it passes `conform audit --proxy --listen`, which judges what passes.
import { Agent, request } from 'node:http';
import { bearer, BIN, deviceId, startSimulator, writeFleet } from '../server/simulator.js';
import { spawnServer } from '../server/spawn-server.js';
import type { Section, Table } from '../section.js';
import { tempFile } from '../temp-file.js';

/** Ms of the 99th percentile that the proxy may add. */
const MOST_ADDED = 2;
/** Requests of each round; half of them go straight, half through the proxy, in turn. */
const REQUESTS = 4000;
const QUICK_REQUESTS = 100;

export const proxy: Section = {
  name: 'proxy',
  limit: 300,
  pinned: false,
  short: false,
  run: async ({ rounds, quick }): Promise<readonly Table[]> => {
    const service = await startSimulator({ bin: BIN }, await writeFleet({ devices: 20 }));
    const target = {
      baseUrl: `http://127.0.0.1:${service.port}`,
      clients: {
        operator: { clientId: 'operator', clientSecretEnv: 'BENCH_SECRET', scopes: ['device:read'] },
      },
      devices: { first: { deviceId: deviceId(1), relays: [] } },
    };
    process.env['BENCH_SECRET'] = 'unused';
    const profile = await tempFile(JSON.stringify(target), 'target.yaml');
    const watch = await spawnServer({
      args: [BIN, 'audit', '--proxy', profile, '--listen', '0'],
      ready: /listening on http:\/\/127\.0\.0\.1:(\d+)/,
    });
    const headers = bearer(await service.token());
    const count = quick ? QUICK_REQUESTS : REQUESTS * rounds;
    const [straight, proxied] = await takeTurns([service.port, watch.port], headers, count);
    await watch.stop();
    await service.stop();
    const values = {
      'straight, median': quantile(straight, 0.5),
      'proxy, median': quantile(proxied, 0.5),
      'straight, 99 %': quantile(straight, 0.99),
      'proxy, 99 %': quantile(proxied, 0.99),
      'added at 99 %': quantile(proxied, 0.99) - quantile(straight, 0.99),
    };
    const rows = [{ name: 'GET /devices, 20 devices', values }];
    const title = 'Through conform audit --proxy --listen, ms of a request';
    return [{ title, unit: 'requests', rows, limits: { 'added at 99 %': MOST_ADDED } }];
  },
};

/** Ms of each request at each port, the first ones left out. */
async function takeTurns(
  ports: readonly [number, number],
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<readonly [number[], number[]]> {
  const agent = new Agent({ keepAlive: true });
  const times: [number[], number[]] = [[], []];
  for (let at = 0; at < count; at++) {
    const which = at % 2 === 0 ? 0 : 1;
    const time = await timeOf({ agent, port: ports[which], path: '/svc/v1/devices', headers });
    if (at >= count / 10) times[which].push(time);
  }
  agent.destroy();
  return times;
}

interface Asked {
  readonly agent: Agent;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

function timeOf({ port, ...asked }: Asked): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, ...asked }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`port ${port} answered ${reply.statusCode}`));
      reply.resume().on('end', () => resolve(performance.now() - begin));
    });
    sent.on('error', reject).end();
  });
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}
