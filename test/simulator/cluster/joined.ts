// Instances of one service that join a Redis of their own as a test goes on; what a test leaves ends with it.
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Instance, startInstance } from './instances.js';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

const ioredis = await import('ioredis').catch(() => undefined);

/** Else tests with instances are skipped. */
export const canJoin = ioredis !== undefined && hasRedisServer();

export interface Joined {
  /** Those of the test, in the order in which they joined. */
  all(): readonly Instance[];
  join(): Promise<Instance>;
}

/** To be called within a `describe`. */
export function joinedInstances(): Joined {
  let server: RedisServer;
  let instances: Instance[] = [];
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const each of instances) await each.close();
    instances = [];
    if (!ioredis) return;
    const cleaner = new ioredis.Redis(server.url);
    await cleaner.flushall();
    await cleaner.quit();
  });
  return {
    all: () => instances,
    join: async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      const instance = await startInstance(ioredis, server.url);
      instances.push(instance);
      return instance;
    },
  };
}
