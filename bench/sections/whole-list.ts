// The list of a large fleet, asked for whole: what it costs, and for how long nobody else is served meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { httpRequest, openHttpLoad } from '../load/http-load.js';
import { measureInTurn, type Subject } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { type Cloud, startClouds } from '../server/clouds.js';
import { bearer } from '../server/simulator.js';
import { stopAll } from '../server/spawn-server.js';
import { withCpu } from '../subject.js';

const SIZES = [10_000, 100_000];
const QUICK_SIZES = [100];
/** Lists in a round. */
const LISTS = 3;
/** Ms after which the watch has begun to count. */
const SETTLING = 20;

export const wholeList: Section = {
  name: 'whole-list',
  limit: 300,
  pinned: true,
  short: false,
  run: async (effort) => {
    const tables: Table[] = [];
    for (const size of effort.quick ? QUICK_SIZES : SIZES) tables.push(await measure(effort, size));
    return tables;
  },
};

async function measure(effort: Effort, devices: number): Promise<Table> {
  const clouds = await startClouds(effort, { devices });
  try {
    const subjects = await Promise.all(clouds.map(listing));
    return {
      title: `REST: ${devices} devices listed whole, one after the other`,
      unit: 'lists',
      results: await measureInTurn(subjects, effort.rounds),
    };
  } finally {
    await stopAll();
  }
}

async function listing({ name, simulator }: Cloud): Promise<Subject> {
  const request = httpRequest('GET', '/svc/v1/devices', bearer(await simulator.token()));
  return {
    name,
    measure: async () => {
      const load = await openHttpLoad(simulator.port, 1);
      try {
        let left = LISTS;
        const measured = await withCpu(simulator, () =>
          load.runWhile(
            () => request,
            () => left-- > 0,
          ),
        );
        // By itself, as the watching has a cost of its own.
        await simulator.usage({ watch: true });
        await pause(SETTLING);
        await load.run(() => request, 0);
        const { hold } = await simulator.usage();
        return { ...measured, hold };
      } finally {
        load.close();
      }
    },
  };
}
