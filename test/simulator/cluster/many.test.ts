// Several instances over one Redis: one quota, one lane, one command, whichever of them is asked; and one that is gone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandRequest } from '../../../src/simulator/service/command-ledger.js';
import type { CommandBegun } from '../../../src/simulator/service/service-state.js';
import { LinkDown } from '../../../src/simulator/cluster/link.js';
import { type ClusterRig, clusterRig } from './cluster-rig.js';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

const ioredis = await import('ioredis').catch(() => undefined);
const hasBoth = ioredis !== undefined && hasRedisServer();
const RETENTION = 60_000;

describe.skipIf(!hasBoth)(
  'three instances (skipped where redis-server or the package ioredis is not installed)',
  () => {
    let server: RedisServer;
    let rigs: ClusterRig[] = [];
    beforeAll(async () => {
      server = await startRedisServer();
    });
    afterAll(() => server.stop());
    beforeEach(async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      for (const rig of rigs) await rig.seat.close();
      const cleaner = new ioredis.Redis(server.url);
      await cleaner.flushall();
      await cleaner.quit();
      rigs = [];
      for (let nth = 0; nth < 3; nth++) rigs.push(await clusterRig(ioredis, server.url));
      for (const { seat } of rigs) await seat.node.settled();
      for (const { seat } of rigs) await seat.node.scripts.fence().catch(() => undefined);
    });
    afterAll(async () => {
      for (const rig of rigs) await rig.seat.close();
    });

    const at = (nth: number): ClusterRig => rigs[nth] as ClusterRig;
    /** One that has the device, and one that has not. */
    const byOwner = (deviceId: string): [owner: ClusterRig, other: ClusterRig] => {
      const owner = rigs.find(({ seat }) => seat.node.isMine(deviceId));
      const other = rigs.find(({ seat }) => !seat.node.isMine(deviceId));
      if (!owner || !other) throw new Error('every device has one owner');
      return [owner, other];
    };
    const request = (key: string, deviceId = 'a', action: 'on' | 'off' = 'on'): CommandRequest => ({
      clientId: 'one',
      deviceId,
      operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action }] } },
      idempotencyKey: key,
    });
    const entryOf = (begun: CommandBegun): Extract<CommandBegun, { kind: 'repeat' | 'begun' }>['entry'] => {
      if (begun.kind !== 'repeat' && begun.kind !== 'begun') throw new Error(begun.kind);
      return begun.entry;
    };

    it('have one quota of a client, exactly', async () => {
      const waits = await Promise.all(
        Array.from({ length: 30 }, async (_, nth) => at(nth % 3).state.spend('one', 'query')),
      );
      expect(waits.filter((wait) => wait === undefined)).toHaveLength(3);
    });

    it('give each device to one of them, and only those of one that goes to others', async () => {
      const devices = Array.from({ length: 300 }, (_, nth) => `device-${nth}`);
      const owners = devices.map((deviceId) => at(0).seat.node.ownerOf(deviceId));
      for (const { seat } of rigs) {
        expect(devices.map((deviceId) => seat.node.ownerOf(deviceId))).toEqual(owners);
        expect(owners.filter((owner) => owner === seat.node.id).length).toBeGreaterThan(60);
      }
      const gone = at(2).seat.node.id;
      await at(2).seat.close();
      await at(0).seat.node.scripts.fence();
      const stayed = devices.filter((_, nth) => owners[nth] !== gone);
      expect(stayed.map((deviceId) => at(0).seat.node.ownerOf(deviceId))).toEqual(
        owners.filter((owner) => owner !== gone),
      );
      rigs.pop();
    });

    it('carry a command out where the device is, once, whoever is asked and however often', async () => {
      const [owner, other] = byOwner('a');
      const begun = await other.state.beginCommand(request('k1'), () => true);
      const again = await at(1).state.beginCommand(request('k1'), () => true);
      expect(entryOf(again).command.commandId).toBe(entryOf(begun).command.commandId);
      const busy = await at(2).state.beginCommand(request('k2'), () => true);
      expect(busy.kind).toBe('busy');
      await owner.run(entryOf(begun).finished);
      expect(await entryOf(begun).finished).toMatchObject({ status: 'succeeded' });
      expect(await entryOf(again).finished).toEqual(await entryOf(begun).finished);
      expect(owner.fleet.peek('a')?.physical()).toMatchObject({ executions: 1 });
      expect(other.fleet.peek('a')).toBeUndefined();
      const found = await other.state.readCommand('one', entryOf(begun).command.commandId, () => true);
      expect(found).toEqual({ kind: 'read', command: await entryOf(begun).finished });
    });

    it('end what one of them had begun as TIMEOUT when it is gone, and let it write nothing any more', async () => {
      const [owner, other] = byOwner('a');
      const begun = await owner.state.beginCommand(request('k1'), () => true);
      const waiting = await other.state.beginCommand(request('k1'), () => true);
      await other.link.call('leave', [owner.seat.node.id, -1, 0, RETENTION]);
      expect(await entryOf(waiting).finished).toMatchObject({ status: 'timeout' });
      if (begun.kind === 'begun') begun.end({ status: 'succeeded' });
      expect(await entryOf(begun).finished).toMatchObject({ status: 'timeout' });
      const found = await other.state.readCommand('one', entryOf(begun).command.commandId, () => true);
      expect(found).toMatchObject({ command: { status: 'timeout' } });
      // The lane is free, and the key is the same command for good.
      expect((await other.state.beginCommand(request('k1'), () => true)).kind).toBe('repeat');
    });

    it('remember what a device was like when it moves to another one', async () => {
      const [owner, other] = byOwner('a');
      const begun = await other.state.beginCommand(request('k1'), () => true);
      await owner.run(entryOf(begun).finished);
      await owner.seat.close();
      rigs = rigs.filter((rig) => rig !== owner);
      for (const { seat } of rigs) await seat.node.scripts.fence().catch(() => undefined);
      for (const { seat } of rigs) await seat.node.settled();
      const [heir] = byOwner('a');
      await heir.seat.keeper.prepare('a');
      expect(heir.fleet.peek('a')?.peripherals().relays[0]).toMatchObject({ on: true });
    });

    it('tell of the commands of a device in one order, whatever their clocks show', async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      // The clock of the one that is asked next is behind that of the one before.
      for (const [nth, { clock }] of rigs.entries()) await clock.advance(1000 - nth * 18);
      const commands = [];
      for (const [nth, rig] of [...rigs, ...rigs].entries()) {
        const [owner] = byOwner('a');
        const begun = await rig.state.beginCommand(
          { ...request(`k${nth}`), clientId: nth < 3 ? 'one' : 'two' },
          () => true,
        );
        const { createdAt } = entryOf(begun).command;
        if (begun.kind === 'begun') begun.end({ status: 'succeeded' });
        await owner.run(entryOf(begun).finished);
        const final = await entryOf(begun).finished;
        expect(final).toMatchObject({ createdAt, status: 'succeeded' });
        commands.push(final);
      }
      const moments = commands.flatMap((each) => [each?.createdAt, each?.completedAt]);
      expect(moments).toEqual(moments.toSorted((a, b) => Number(a) - Number(b)));
    });

    it('give a device away with what a command has done to it, also where its outcome cannot be written yet', async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      const redis = { isAway: true };
      for (const { link } of rigs) {
        const call = link.call.bind(link);
        link.call = (script, given) =>
          script === 'finish' && redis.isAway ? Promise.reject(new LinkDown('away')) : call(script, given);
      }
      const before = new Map<string, string | undefined>();
      for (const deviceId of ['a', 'b', 'c']) {
        const [owner, other] = byOwner(deviceId);
        before.set(deviceId, owner.seat.node.id);
        const begun = await other.state.beginCommand(request(`on ${deviceId}`, deviceId), () => true);
        const { finished } = entryOf(begun);
        finished.catch(() => undefined);
        await owner.until(() => owner.fleet.peek(deviceId)?.physical().relays[0]?.closed === true);
      }
      const moved = (): string | undefined =>
        ['a', 'b', 'c'].find((deviceId) => at(0).seat.node.ownerOf(deviceId) !== before.get(deviceId));
      while (moved() === undefined) {
        rigs.push(await clusterRig(ioredis, server.url));
        await at(0).seat.node.scripts.fence();
      }
      const deviceId = moved() ?? '';
      const [heir] = byOwner(deviceId);
      const prepared = heir.seat.keeper.prepare(deviceId);
      redis.isAway = false;
      await prepared;
      expect(heir.fleet.peek(deviceId)?.peripherals().relays[0]).toMatchObject({ on: true });
    });
  },
);
