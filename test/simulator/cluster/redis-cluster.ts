// A real Redis Cluster of three masters, on loopback.
import { Redis } from 'ioredis';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { freePort, type RedisServer, startRedisServer } from './redis-server.js';

const SLOTS = 16_384;
const MASTERS = 3;

export interface RedisCluster {
  /** One address for each master. */
  readonly urls: readonly string[];
  /** Empties all of them. */
  flush(): Promise<void>;
  /** Gives the slot of a key, with all that is in it, to the next master; gives the address of that. */
  move(key: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startRedisCluster(): Promise<RedisCluster> {
  const servers: (RedisServer & { readonly port: number; readonly busPort: number })[] = [];
  for (let nth = 0; nth < MASTERS; nth++) {
    const busPort = await freePort();
    const given = [
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      String(busPort),
      '--cluster-node-timeout',
      '5000',
    ];
    const server = await startRedisServer(...given);
    servers.push({ ...server, port: Number(new URL(server.url).port), busPort });
  }
  const urls = servers.map(({ url }) => url);
  const masters = urls.map((url) => new Redis(url));
  // A command that fails says so itself; a connection that breaks is made again.
  for (const master of masters) master.on('error', () => undefined);
  const [first] = masters;
  if (!first) throw new Error('there is no master');
  for (const [nth, master] of masters.entries()) {
    const [from, behind] = [nth, nth + 1].map((at) => Math.floor((at * SLOTS) / MASTERS));
    await master.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String((behind ?? 0) - 1));
    // Two masters with the same epoch would quarrel first.
    await master.call('CLUSTER', 'SET-CONFIG-EPOCH', String(nth + 1));
    const server = servers[nth];
    if (server && nth > 0)
      await first.call('CLUSTER', 'MEET', '127.0.0.1', String(server.port), String(server.busPort));
  }
  const clock = createSystemClock();
  const agree = async (isSo: (master: Redis) => Promise<boolean>): Promise<void> => {
    for (const master of masters) while (!(await isSo(master))) await clock.sleep(20);
  };
  await agree(async (master) => {
    const state = String(await master.call('CLUSTER', 'INFO'));
    return state.includes('cluster_state:ok') && state.includes(`cluster_known_nodes:${MASTERS}`);
  });
  const ownerOf = async (slot: number): Promise<number> => {
    const place = (await first.cluster('SLOTS')).find(([from, to]) => from <= slot && slot <= to);
    return servers.findIndex(({ port }) => port === place?.[2]?.[1]);
  };
  return {
    urls,
    flush: async () => {
      for (const master of masters) await master.flushall();
    },
    move: async (key) => {
      const slot = await first.cluster('KEYSLOT', key);
      const [from, to] = await ownerOf(slot).then((at) => [at, (at + 1) % MASTERS] as const);
      const [giver, taker, place] = [masters[from], masters[to], servers[to]];
      if (!giver || !taker || !place) throw new Error('nobody has that slot');
      const [giverId, takerId] = [await giver.cluster('MYID'), await taker.cluster('MYID')];
      await taker.call('CLUSTER', 'SETSLOT', String(slot), 'IMPORTING', giverId);
      await giver.call('CLUSTER', 'SETSLOT', String(slot), 'MIGRATING', takerId);
      for (;;) {
        const keys = await giver.cluster('GETKEYSINSLOT', slot, 100);
        if (keys.length === 0) break;
        await giver.call('MIGRATE', '127.0.0.1', String(place.port), '', '0', '5000', 'KEYS', ...keys);
      }
      for (const master of [taker, giver, ...masters])
        await master.call('CLUSTER', 'SETSLOT', String(slot), 'NODE', takerId);
      return place.url;
    },
    stop: async () => {
      for (const master of masters) master.disconnect();
      for (const server of servers) await server.stop();
    },
  };
}
