// Fleets of a thousand, ten thousand and a hundred thousand devices: what each costs, at rest and when refreshed.
import { setTimeout as pause } from 'node:timers/promises';
import { httpRequest, openHttpLoad } from '../load/http-load.js';
import type { Effort, Row, Section } from '../section.js';
import { type Cloud, startClouds } from '../server/clouds.js';
import { bearer, deviceId, type SimulatorServer } from '../server/simulator.js';
import { stopAll } from '../server/spawn-server.js';

const SIZES = [1000, 10_000, 100_000];
const CONNECTIONS = 32;
const IDLE = 3000;
const IDLE_QUICK = 50;

export const fleet: Section = {
  name: 'fleet',
  limit: 240,
  pinned: true,
  short: false,
  run: async (effort) => {
    const rows: Row[] = [];
    const sizes = effort.quick ? [10, 20] : SIZES;
    for (const devices of sizes) {
      try {
        const clouds = await startClouds(effort, { devices });
        for (const cloud of clouds) rows.push(await measure(cloud, devices, effort));
      } finally {
        await stopAll();
      }
    }
    return [{ title: 'Fleets: every device refreshed once', unit: 'devices', rows }];
  },
};

async function measure({ name, simulator }: Cloud, devices: number, effort: Effort): Promise<Row> {
  const untouched = await simulator.usage({ collect: true });
  const { time, cpu } = await refreshAll(simulator, devices);
  const touched = await simulator.usage({ collect: true });
  const rest = effort.quick ? IDLE_QUICK : IDLE;
  // A collection goes on in the background for a while.
  await pause(rest);
  const resting = await simulator.usage();
  await pause(rest);
  const rested = await simulator.usage();
  return {
    name: `${devices} devices, ${name}`,
    values: {
      'start-up, ms': simulator.startUp,
      'heap untouched, MB': untouched.heap / 2 ** 20,
      'bytes a device': (touched.heap - untouched.heap) / devices,
      'resident, MB': touched.resident / 2 ** 20,
      'refreshes/s': (devices / time) * 1000,
      'CPU a first touch, µs': cpu / devices,
      'idle CPU, %': (rested.cpu - resting.cpu) / rest / 10,
    },
  };
}

/** Each device once, which makes it. */
async function refreshAll(
  simulator: SimulatorServer,
  devices: number,
): Promise<{ readonly time: number; readonly cpu: number }> {
  const headers = bearer(await simulator.token());
  const load = await openHttpLoad(simulator.port, CONNECTIONS);
  let next = 0;
  const before = await simulator.usage();
  const { time } = await load.runWhile(
    () => httpRequest('GET', `/svc/v1/devices/${deviceId(++next)}`, headers),
    () => next < devices,
  );
  const { cpu } = await simulator.usage();
  load.close();
  return { time, cpu: cpu - before.cpu };
}
