// Jobs that have their API clients to themselves.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createLeases } from '../../../src/harness/target/leases.js';
import type { Job } from '../../../src/harness/run/scheduler.js';
import { schedule } from './schedule.js';

it('run at a time when nobody else uses these clients, and before those who would', async () => {
  const clock = createManualClock();
  const using = new Map<string, number>();
  const log: string[] = [];
  const job = (id: string, clients: readonly string[], apart: boolean): Job => ({
    id,
    devices: {},
    exclusive: false,
    clients,
    apart,
    waits: { span: 10, refreshes: {}, switches: new Set(), works: 0 },
    run: async () => {
      for (const client of clients) {
        using.set(client, (using.get(client) ?? 0) + (apart ? 100 : 1));
        expect([1, 2, 100]).toContain(using.get(client));
      }
      log.push(id);
      await clock.sleep(10);
      for (const client of clients) using.set(client, (using.get(client) ?? 0) - (apart ? 100 : 1));
    },
  });
  const jobs = [
    job('reads', ['reader'], false),
    job('reads too', ['reader'], false),
    job('disables', ['reader'], true),
    job('switches', ['operator'], false),
  ];
  const leases = createLeases({
    clock,
    refreshes: { note: () => undefined, restedAt: () => 0 },
    devices: {},
  });
  await clock.runUntil(schedule(jobs, { clock, parallel: 8, leases }));
  expect(log).toEqual(['disables', 'switches', 'reads', 'reads too']);
});
