// Jobs that have their API clients to themselves.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createLeases } from '../../../src/harness/target/leases.js';
import { type Job, schedule } from './schedule.js';

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
    waits: { span: 10, refreshes: {} },
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
    refreshes: { note: () => undefined, restedAt: () => 0, surelyRestedAt: () => 0 },
    devices: {},
  });
  await clock.runUntil(schedule(jobs, { clock, parallel: 8, leases }));
  expect(log).toEqual(['disables', 'switches', 'reads', 'reads too']);
});

const ofClients = fc.array(
  fc.record({
    clients: fc.subarray(['reader', 'operator'], { minLength: 1 }),
    apart: fc.boolean(),
    devices: fc.subarray(['a', 'b'], { minLength: 1 }),
    span: fc.constantFrom(10, 5000),
    refresh: fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined }),
  }),
  { maxLength: 12 },
);

it('all run, although some wait for clients that others keep, and those for devices', async () => {
  await fc.assert(
    fc.asyncProperty(ofClients, async (given) => {
      const clock = createManualClock();
      const jobs = given.map(({ clients, apart, devices, span, refresh }, at): Job => ({
        id: `job ${at}`,
        devices: { d: devices },
        exclusive: false,
        clients,
        apart,
        waits: {
          span,
          refreshes: refresh === undefined ? {} : { d: { first: refresh, last: refresh } },
        },
        run: () => clock.sleep(span),
      }));
      const refreshes = { note: () => undefined, restedAt: () => 0, surelyRestedAt: () => 0 };
      const leases = createLeases({ clock, refreshes, devices: {} });
      expect(await clock.runUntil(schedule(jobs, { clock, parallel: 4, leases }))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
