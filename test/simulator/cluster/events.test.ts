// Events of a device reach the instances that have connections, in the order in which the device has had them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../../src/simulator/service/ports.js';
import { type ClusterRig, clusterRig } from './cluster-rig.js';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

const ioredis = await import('ioredis').catch(() => undefined);
const hasBoth = ioredis !== undefined && hasRedisServer();

describe.skipIf(!hasBoth)(
  'an event (skipped where redis-server or the package ioredis is not installed)',
  () => {
    let server: RedisServer;
    let rigs: ClusterRig[] = [];
    beforeAll(async () => {
      if (!ioredis) throw new Error('skipped without ioredis');
      server = await startRedisServer();
      for (let nth = 0; nth < 3; nth++) rigs.push(await clusterRig(ioredis, server.url));
      for (const { seat } of rigs) await seat.node.settled();
    });
    afterAll(async () => {
      for (const { seat } of rigs) await seat.close();
      rigs = [];
      await server.stop();
    });

    const event = (nth: number): ServiceEvent => ({
      eventId: `evt-${nth}`,
      occurredAt: nth,
      deviceId: 'a',
      topic: nth % 2 === 0 ? 'device.connection.offline' : 'device.connection.online',
    });

    it('reaches those that have opened a connection, in order, and no other one', async () => {
      const owner = rigs.find(({ seat }) => seat.node.isMine('a')) as ClusterRig;
      const [open, closed] = rigs.filter((rig) => rig !== owner) as [ClusterRig, ClusterRig];
      await owner.seat.keeper.prepare('a');
      const heard = { open: [] as string[], closed: [] as string[] };
      const listen = ({ ports }: ClusterRig, into: string[]): Promise<void> =>
        new Promise((resolve) => {
          const deliver = ({ eventId }: ServiceEvent): void => {
            into.push(eventId);
            if (eventId === 'evt-last') resolve();
          };
          ports.events.subscribe({ mayHear: () => true, deliver });
        });
      const all = listen(open, heard.open);
      void listen(closed, heard.closed);
      const ticket = await owner.state.issueTicket('one');
      if (!ticket.ok) throw new Error(ticket.refusal.code);
      const opened = await open.state.openConnection(ticket.value.ticket, () => false);
      expect(opened.kind).toBe('opened');

      const before = await owner.state.beginCommand(
        {
          clientId: 'one',
          deviceId: 'a',
          operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
          idempotencyKey: 'k',
        },
        () => true,
      );
      // Some are sent by themselves, some with the outcome of a command, some before the next message.
      const expected = Array.from({ length: 30 }, (_, nth) => `evt-${nth}`);
      for (const [nth] of expected.entries()) {
        owner.ports.events.publish(event(nth));
        if (nth === 9 && before.kind === 'begun') before.end({ status: 'succeeded' });
        if (nth === 14) await owner.seat.node.scripts.told();
        if (nth === 19) await owner.seat.machine.sleep(5);
      }
      owner.ports.events.publish({ ...event(0), eventId: 'evt-last' });
      await all;
      expect(heard.open).toEqual([...expected, 'evt-last']);
      // A message of the registry comes the same way, after them: who has it would have had them.
      const { node } = owner.seat;
      node.scripts.tell(
        { t: 'status', from: node.id, deviceId: 'a', online: true, powered: true },
        ['status', 'a', ''],
        true,
      );
      await node.scripts.told();
      await closed.seat.node.scripts.fence();
      expect(closed.seat.node.applied).toBe(node.applied);
      expect(heard.closed).toEqual([]);
    });
  },
);
