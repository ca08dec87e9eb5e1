// The store on a Redis Cluster of three masters: whichever of them is named, and wherever the keys go.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandRequest } from '../../../src/simulator/service/command-ledger.js';
import type { ServiceState } from '../../../src/simulator/service/service-state.js';
import { type ClusterRig, clusterRig, PREFIX } from './cluster-rig.js';
import { type RedisCluster, startRedisCluster } from './redis-cluster.js';
import { hasRedisServer } from './redis-server.js';

const ioredis = await import('ioredis').catch(() => undefined);
const hasBoth = ioredis !== undefined && hasRedisServer();

describe.skipIf(!hasBoth)(
  'on a Redis Cluster (skipped where redis-server or the package ioredis is not installed)',
  () => {
    let cluster: RedisCluster;
    let rigs: ClusterRig[] = [];
    beforeAll(async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      cluster = await startRedisCluster();
      for (const url of cluster.urls) rigs.push(await clusterRig(ioredis, url));
      for (const { seat } of rigs) await seat.node.settled();
    });
    afterAll(async () => {
      for (const { seat } of rigs) await seat.close();
      rigs = [];
      await cluster.stop();
    });

    const at = (nth: number): ClusterRig => rigs[nth] as ClusterRig;
    /** Until it is done on all: a change of the registry, or of Redis, is no failure. */
    const done = async <T>(ask: (state: ServiceState) => T | Promise<T>, nth: number): Promise<T> => {
      for (;;) {
        try {
          return await ask(at(nth).state);
        } catch (error) {
          if (!(error instanceof Error) || !/^(LinkDown|Behind)$/.test(error.name)) throw error;
          await at(nth).seat.machine.sleep(20);
        }
      }
    };
    const command = async (nth: number, key: string): Promise<unknown> => {
      const request: CommandRequest = {
        clientId: 'one',
        deviceId: 'a',
        operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
        idempotencyKey: key,
      };
      const begun = await done((state) => state.beginCommand(request, () => true), nth);
      if (begun.kind !== 'begun' && begun.kind !== 'repeat') return begun.kind;
      if (begun.kind === 'begun') begun.end({ status: 'succeeded' });
      const { finished } = begun.entry;
      for (const rig of rigs) void rig.run(finished);
      return { id: begun.entry.command.commandId, status: (await finished)?.status };
    };

    it('serve one service by the names of all masters, of which only one has the keys', async () => {
      expect(rigs.map(({ seat }) => seat.node.members.length)).toEqual([3, 3, 3]);
      const first = await command(0, 'k1');
      expect(first).toMatchObject({ status: 'succeeded' });
      expect(await command(1, 'k1')).toEqual(first);
      expect(await command(2, 'k1')).toEqual(first);
    });

    it('go on when the keys move to another master, with all that was', async () => {
      const before = await command(0, 'k2');
      await cluster.move(PREFIX);
      expect(await command(1, 'k2')).toEqual(before);
      expect(await command(2, 'k3')).toMatchObject({ status: 'succeeded' });
      const waits = await Promise.all(
        Array.from({ length: 9 }, (_, nth) => done((state) => state.spend('one', 'query'), nth % 3)),
      );
      expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
    });
  },
);
