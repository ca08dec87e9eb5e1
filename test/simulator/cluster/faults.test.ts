// Faults of a cluster, as clients meet them that are sent to the instances in turn: one fault is one, however many there are.
import { describe, expect, it } from 'vitest';
import type { Answer, Instance } from './instances.js';
import { canJoin, joinedInstances } from './joined.js';

const RELAYS = { relays: [{ index: 1, action: 'on' }] };

describe.skipIf(!canJoin)(
  'a fault in a cluster (skipped where redis-server or the package ioredis is not installed)',
  () => {
    const { all, join } = joinedInstances();
    const three = async (): Promise<readonly [Instance, Instance, Instance]> => {
      const [one, two, last] = [await join(), await join(), await join()];
      await one.ask('GET', '');
      two.useTokenOf(one);
      last.useTokenOf(one);
      return [one, two, last];
    };
    /** Sends each request to the next instance. */
    const inTurn = (
      count: number,
      ask: (instance: Instance, nth: number) => Promise<Answer>,
    ): Promise<Answer>[] =>
      Array.from({ length: count }, (_, nth) => ask(all()[nth % all().length] as Instance, nth));
    const statuses = async (answers: readonly Promise<Answer>[]): Promise<number[]> =>
      (await Promise.all(answers)).map(({ status }) => status);
    const failed = (found: readonly number[]): number => found.filter((status) => status === 500).length;
    const list = (each: Instance): Promise<Answer> => each.ask('GET', '');

    it('fires as often as `count` says, whichever instances the requests come to', async () => {
      const [one, two] = await three();
      await one.control('POST', '/faults', { fault: 'internal-error', count: 2, on: { client: 'operator' } });
      expect(failed(await statuses(inTurn(12, list)))).toBe(2);
      const { body } = await two.control('GET', '/faults');
      expect(body.faults).toMatchObject([{ firings: 2 }]);
      // Of the same name, and another one.
      await two.control('POST', '/faults', { fault: 'internal-error', id: 'again', count: 1 });
      expect(failed(await statuses(inTurn(6, list)))).toBe(1);
      await one.control('POST', '/faults', { fault: 'internal-error', id: 'again', count: 1 });
      expect(failed(await statuses(inTurn(6, list)))).toBe(1);
    });

    it('fires at every Nth request of all instances', async () => {
      const [one] = await three();
      await one.control('POST', '/faults', { fault: 'internal-error', every: 4 });
      const found: number[] = [];
      for (let nth = 0; nth < 12; nth++) found.push((await list(all()[nth % 3] as Instance)).status);
      expect(found).toEqual([200, 200, 200, 500, 200, 200, 200, 500, 200, 200, 200, 500]);
    });

    it('fires once at a device, whoever of the instances has those that are used', async () => {
      const [one] = await three();
      await one.control('PUT', '/clock/speed', { speed: 200 });
      await one.control('POST', '/faults', { fault: 'unresponsive', count: 1 });
      const command = (each: Instance, nth: number): Promise<Answer> =>
        each.ask('POST', `/bench-${nth + 1}/relays/commands`, RELAYS, `key-${nth}`);
      const answers = await Promise.all(inTurn(9, command));
      const ended = answers.map(({ body }) => body.data?.command?.status);
      expect(ended.filter((status) => status !== 'SUCCEEDED')).toEqual(['TIMEOUT']);
    });

    it('knows at each instance which client sends a request, whoever has given out its token', async () => {
      const [one, two] = await three();
      await one.control('POST', '/faults', { fault: 'internal-error', on: { client: 'operator' } });
      expect((await list(two)).status).toBe(500);
    });

    it('counts anew after a reset', async () => {
      const [one, two] = await three();
      const fault = { fault: 'internal-error', id: 'same', count: 1 };
      const fired = async (): Promise<number> => failed(await statuses(inTurn(6, list)));
      await one.control('POST', '/faults', fault);
      expect(await fired()).toBe(1);
      await two.control('POST', '/reset');
      await Promise.all(all().map(list));
      await one.control('POST', '/faults', fault);
      expect((await two.control('GET', '/faults')).body.faults).toMatchObject([{ firings: 0 }]);
      expect(await fired()).toBe(1);
      expect((await two.control('GET', '/faults')).body.faults).toMatchObject([{ firings: 1 }]);
    });

    it('does not fire again where an instance joins, and none where nothing is left', async () => {
      const one = await join();
      await one.control('POST', '/faults', { fault: 'internal-error', count: 1 });
      await one.ask('GET', '');
      const late = await join();
      late.useTokenOf(one);
      expect(failed(await statuses(inTurn(4, list)))).toBe(0);
      expect((await late.control('GET', '/faults')).body.faults).toMatchObject([{ firings: 1 }]);
    });
  },
);
