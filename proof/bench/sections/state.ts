// Relay commands of 64 clients: a service that keeps its state on disk beside one that keeps it in memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpRequest, type RequestOf } from '../load/http-load.js';
import { measureInTurn } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { bearer, deviceId, startSimulator, writeFleet } from '../server/simulator.js';
import { stopAll } from '../server/spawn-server.js';
import { httpSubject } from '../subject.js';

const CLIENTS = 64;
/** Of the whole of a command; the other is the worst case, as nothing hides the time of the disk. */
const DEVICE_TIME = '100ms';

export const state: Section = {
  name: 'state',
  limit: 120,
  pinned: true,
  short: false,
  run: async (effort) => [
    await compare(effort, `devices that take ${DEVICE_TIME}`, DEVICE_TIME),
    await compare(effort, 'devices that take no time', '0ms'),
  ],
};

async function compare(
  { builds, cores, rounds, duration }: Effort,
  about: string,
  control: string,
): Promise<Table> {
  const fleet = await writeFleet({ devices: CLIENTS, control });
  const folder = await mkdtemp(join(tmpdir(), 'conform-bench-state-'));
  const [build] = builds;
  if (!build) throw new Error('there is no build to measure');
  const kept = [
    { name: 'in memory', options: ['--no-control'] },
    { name: '--state', options: ['--no-control', '--state', folder] },
  ];
  try {
    const subjects = await Promise.all(
      kept.map(async ({ name, options }) => {
        const simulator = await startSimulator(build, fleet, cores?.server, options);
        const request = relayRequest(await simulator.token());
        return httpSubject(name, simulator, request, { connections: CLIENTS, duration });
      }),
    );
    const title = `Relay commands, ${CLIENTS} clients, ${about}`;
    return { title, unit: 'commands', results: await measureInTurn(subjects, rounds) };
  } finally {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  }
}

function relayRequest(token: string): RequestOf {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return (connection, nth) =>
    httpRequest(
      'POST',
      `/svc/v1/devices/${deviceId(connection + 1)}/relays/commands`,
      { ...headers, 'idempotency-key': `state-${connection}-${nth}` },
      JSON.stringify({ relays: [{ index: 1, action: nth % 2 === 0 ? 'on' : 'off' }] }),
    );
}
