// The list of a large fleet, asked for whole: what it costs, and for how long nobody else is served meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { httpRequest, openHttpLoad } from '../load/http-load.js';
import { type Measurement, measureInTurn, type Subject } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { type Cloud, startClouds } from '../server/clouds.js';
import { bearer, type SimulatorServer } from '../server/simulator.js';
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
    const subjects = (await Promise.all(clouds.map(listings))).flat();
    return {
      title: `REST: ${devices} devices listed whole, one after the other`,
      unit: 'lists',
      results: await measureInTurn(subjects, effort.rounds),
    };
  } finally {
    await stopAll();
  }
}

/** A list in which nothing has changed since it was asked for last, and one in which something has. */
async function listings({ name, simulator }: Cloud): Promise<readonly Subject[]> {
  const token = await simulator.token();
  let added = 0;
  const add = (): Buffer =>
    httpRequest(
      'POST',
      '/svc/v1/devices',
      { ...bearer(token), 'content-type': 'application/json' },
      JSON.stringify({ deviceId: `added-${++added}`, profileId: 'io', password: 'bench' }),
    );
  return [listing(name, simulator, token), listing(`${name}, changed`, simulator, token, add)];
}

/** @param change is sent before each list; what it takes is not counted. */
function listing(name: string, simulator: SimulatorServer, token: string, change?: () => Buffer): Subject {
  const request = httpRequest('GET', '/svc/v1/devices', bearer(token));
  return {
    name,
    measure: async () => {
      const load = await openHttpLoad(simulator.port, 1);
      const list = () => load.run(() => request, 0);
      try {
        const measured = [];
        for (let left = LISTS; left > 0; left--) {
          if (change) await load.run(change, 0);
          measured.push(await withCpu(simulator, list));
        }
        if (change) await load.run(change, 0);
        // By itself, as the watching has a cost of its own.
        await simulator.usage({ watch: true });
        await pause(SETTLING);
        await list();
        const { hold } = await simulator.usage();
        return { ...meanOf(measured), hold };
      } finally {
        load.close();
      }
    },
  };
}

function meanOf(measured: readonly Measurement[]): Measurement {
  const mean = (of: (each: Measurement) => number): number =>
    measured.reduce((sum, each) => sum + of(each), 0) / measured.length;
  return { rate: mean(({ rate }) => rate), cpu: mean(({ cpu }) => cpu), load: mean(({ load }) => load) };
}
