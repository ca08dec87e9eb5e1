// The control plane of a cluster: what is asked of one instance is so for all of them, and for those that join later.
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import type { Answer, Instance } from './instances.js';
import { canJoin, joinedInstances } from './joined.js';

const RELAYS = { relays: [{ index: 1, action: 'on' }] };

describe.skipIf(!canJoin)(
  'the control plane of a cluster (skipped where redis-server or the package ioredis is not installed)',
  () => {
    const machine = createSystemClock();
    const { all, join } = joinedInstances();
    const until = async (isSo: () => Promise<boolean>): Promise<void> => {
      while (!(await isSo())) await machine.sleep(20);
    };

    it('resets all instances at one moment, and nothing of before is left at any of them', async () => {
      const [one, two] = [await join(), await join()];
      const devices = Array.from({ length: 9 }, (_, at) => `bench-${at + 1}`);
      for (const deviceId of devices) {
        expect(
          (await one.ask('POST', `/${deviceId}/relays/commands`, RELAYS, `key-${deviceId}`)).status,
        ).toBe(200);
      }
      expect((await two.ask('DELETE', '/bench-9')).status).toBe(200);
      expect((await one.control('GET', '/commands')).body.count).toBe(9);
      expect((await two.control('POST', '/reset')).body).toEqual({ reset: true });
      for (const each of [one, two]) expect((await each.control('GET', '/commands')).body.count).toBe(0);
      for (const deviceId of devices)
        expect((await one.control('GET', `/devices/${deviceId}`)).body).toMatchObject({ executions: 0 });
      for (const each of [one, two]) {
        expect((await each.control('GET', '/devices')).body).toMatchObject({ count: 9 });
        // The token of before is worthless, so that the rig logs in anew.
        expect((await each.ask('POST', '/bench-1/relays/commands', RELAYS, 'key-bench-1')).status).toBe(200);
      }
      const witness = await two.control('GET', '/devices/bench-1/witness');
      expect(witness.body).toMatchObject({ executions: 1 });
    });

    it('takes a snapshot of all, and puts it back at any instance', async () => {
      const [one, two] = [await join(), await join()];
      const done = await one.ask('POST', '/bench-1/relays/commands', RELAYS, 'k1');
      const { commandId } = done.body.data.command;
      await two.ask('DELETE', '/bench-9');
      await one.control('PATCH', '/clients/operator', { disabled: false });
      const snapshot = await two.control('GET', '/snapshot');
      expect(snapshot.body).toMatchObject({ version: 1, fleet: { removed: ['bench-9'] } });
      expect(snapshot.body.commands).toMatchObject([{ command: { commandId }, idempotencyKey: 'k1' }]);
      await one.control('POST', '/reset');
      expect((await two.control('PUT', '/snapshot', snapshot.body)).body).toEqual({ restored: true });
      for (const each of [one, two]) {
        expect((await each.ask('GET', '/bench-9')).status).toBe(404);
        const repeat = await each.ask('POST', '/bench-1/relays/commands', RELAYS, 'k1');
        expect(repeat.body.data.command).toMatchObject({ commandId, status: 'SUCCEEDED' });
        const device = await each.control('GET', '/devices/bench-1');
        expect(device.body.relays[0]).toMatchObject({ closed: true });
        // It was put back, and not carried out again.
        expect(device.body.executions).toBe(0);
      }
      expect((await one.control('PUT', '/snapshot', { version: 2 })).status).toBe(400);
    });

    it('stops, moves and hurries the clocks of all, also of those that join later', async () => {
      const [one, two] = [await join(), await join()];
      await one.control('POST', '/clock/pause');
      const before = (await two.control('GET', '/clock')).body;
      expect(before.paused).toBe(true);
      await two.control('POST', '/clock/step', { duration: 3_600_000 });
      expect((await one.control('GET', '/clock')).body.now).toBeGreaterThanOrEqual(
        before.now + 3_600_000 - 100,
      );
      await two.control('PUT', '/clock/speed', { speed: 20 });
      const late = await join();
      const clock = (await late.control('GET', '/clock')).body;
      expect(clock).toMatchObject({ paused: true, speed: 20 });
      expect(clock.now).toBeGreaterThanOrEqual(before.now + 3_600_000 - 100);
      await late.control('POST', '/clock/resume');
      for (const each of all())
        expect((await each.control('GET', '/clock')).body).toMatchObject({ paused: false, speed: 20 });
    });

    it('orders and ends faults at all, also at those that join later, with one id everywhere', async () => {
      const [one, two] = [await join(), await join()];
      const fault = { fault: 'internal-error', every: 1000 };
      const first = await one.control('POST', '/faults', fault);
      expect(first.status).toBe(201);
      await two.control('DELETE', `/faults/${first.body.id}`);
      const second = await two.control('POST', '/faults', fault);
      const late = await join();
      const ids = async (each: Instance): Promise<string[]> =>
        (await each.control('GET', '/faults')).body.faults.map(({ id }: { id: string }) => id);
      for (const each of all()) expect(await ids(each)).toEqual([second.body.id]);
      const third = await late.control('POST', '/faults', fault);
      for (const each of all()) expect(await ids(each)).toEqual([second.body.id, third.body.id]);
      expect((await late.control('POST', '/faults', { fault: 'none-such' })).status).toBe(422);
      await late.control('DELETE', '/faults');
      for (const each of all()) expect(await ids(each)).toEqual([]);
    });

    it('shows lanes, quotas and statuses of the whole service at each instance', async () => {
      const [one, two] = [await join(), await join()];
      for (let at = 1; at <= 4; at++)
        await one.control('POST', `/devices/bench-${at}/stimuli`, { kind: 'cut-power' });
      await one.ask('POST', '/bench-6/relays/commands', RELAYS, 'k');
      for (const each of [one, two]) {
        await until(async () => (await each.control('GET', '/devices?state=offline')).body.count === 4);
        const { quotas } = (await each.control('GET', '/clients/operator')).body;
        expect(quotas.control.left).toBe(quotas.control.limit - 1);
        const touched = (await each.control('GET', '/devices?state=touched')).body;
        expect(touched.devices.map(({ deviceId }: { deviceId: string }) => deviceId)).toContain('bench-6');
      }
    });

    it('shows at each instance the bytes of what another one has served, while a page is open', async () => {
      const [one, two] = [await join(), await join()];
      const { url, token } = one.running.control ?? { url: '', token: '' };
      const page = new AbortController();
      const live = await fetch(`${url}/live`, {
        headers: { authorization: `Bearer ${token}` },
        signal: page.signal,
      });
      // The other instance keeps bytes once it has been told of the page.
      let found: Answer | undefined;
      await until(async () => {
        await two.ask('POST', '/bench-1/relays/commands', RELAYS, 'wire-key');
        const { body } = await one.control('GET', '/journal');
        const records = body.records as Record<string, unknown>[];
        const last = records.findLast(({ kind, server: at }) => kind === 'request' && at === two.name());
        found = await one.control('GET', `/exchanges/${String(last?.['exchange'])}`);
        return found.status === 200;
      });
      expect(JSON.stringify(found?.body)).toContain('/relays/commands');
      expect(JSON.stringify(found?.body)).not.toContain(two.token() ?? 'no token');
      page.abort();
      await live.body?.cancel().catch(() => undefined);
      expect((await one.control('GET', '/exchanges/999999')).status).toBe(404);
    });

    it('shows the traffic of all instances in one journal, at each of them', async () => {
      const [one, two] = [await join(), await join()];
      await one.ask('POST', '/bench-1/relays/commands', RELAYS, 'k1');
      await two.ask('POST', '/bench-1/relays/commands', RELAYS, 'k1');
      two.useTokenOf(one);
      await two.ask('GET', '/bench-1');
      for (const each of [one, two]) {
        const { body } = await each.control('GET', '/journal');
        expect(body.dropped).toBe(0);
        const records = body.records as Record<string, unknown>[];
        expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
        expect(new Set(records.map((record) => record['server']))).toEqual(new Set(['0-m0', '1-m1']));
        const asked = records.filter(({ kind }) => kind === 'request').map(({ exchange }) => exchange);
        expect(new Set(asked).size).toBe(asked.length);
        const answered = records.filter(({ kind }) => kind === 'reply');
        for (const { exchange } of answered) expect(asked).toContain(exchange);
        const at = records.map((record) => record['at'] as number);
        expect(at).toEqual(at.toSorted((a, b) => a - b));
        const text = (await each.control('GET', '/metrics')).body as string;
        expect(text).toContain(`conform_replies_total{channel="rest",what="token.create",code="SUCCESS"} 2`);
        expect(text).toMatch(/^conform_devices 9$/m);
      }
    });
  },
);
