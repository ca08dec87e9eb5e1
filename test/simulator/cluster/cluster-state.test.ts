// The store on Redis, held to the suite of all stores, on a real redis-server.
import { afterAll, beforeAll, describe } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { stateSuite } from '../../suites/service-state.js';
import { clusterRig } from './cluster-rig.js';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

const ioredis = await import('ioredis').catch(() => undefined);
const hasBoth = ioredis !== undefined && hasRedisServer();

describe.skipIf(!hasBoth)(
  'on Redis (skipped where redis-server or the package ioredis is not installed)',
  () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedisServer();
    });
    afterAll(() => server.stop());

    stateSuite(async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      const cleaner = new ioredis.Redis(server.url);
      await cleaner.flushall();
      await cleaner.quit();
      const clock = createManualClock();
      let rig = await clusterRig(ioredis, server.url, clock);
      return {
        clock,
        state: () => rig.state,
        restart: async () => {
          const killed = rig;
          rig = await clusterRig(ioredis, server.url, clock);
          // What others do when an instance does not show itself any more.
          await rig.link.call('leave', [killed.seat.node.id, -1, clock.now(), 60_000]);
          await killed.seat.close();
          await rig.seat.node.settled();
        },
        close: () => rig.seat.close(),
      };
    }, 8);
  },
);
