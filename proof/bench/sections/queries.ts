// REST queries, authenticated and counted, against a bare node:http server and Fastify with the same bytes.
import { httpRequest } from '../load/http-load.js';
import { peer } from '../peers/install.js';
import { measureInTurn } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { type Cloud, startClouds } from '../server/clouds.js';
import { program } from '../server/programs.js';
import { bearer, deviceId, type SimulatorServer } from '../server/simulator.js';
import { type Server, spawnServer, stopAll } from '../server/spawn-server.js';
import { httpSubject } from '../subject.js';
import { tempFile } from '../temp-file.js';

const CONNECTIONS = 32;

export const list: Section = {
  name: 'list',
  limit: 120,
  pinned: true,
  short: true,
  run: (effort) => measure(effort, 'GET /svc/v1/devices', 0.8, () => Promise.resolve('/svc/v1/devices')),
};

export const command: Section = {
  name: 'command',
  limit: 120,
  pinned: true,
  short: true,
  run: (effort) =>
    measure(effort, 'GET /svc/v1/commands/{commandId}', 0.7, async (simulator, token) => {
      const commandId = await makeCommand(simulator.url, bearer(token));
      return `/svc/v1/commands/${commandId}`;
    }),
};

type PathOf = (simulator: SimulatorServer, token: string) => Promise<string>;

async function measure(effort: Effort, what: string, aim: number, pathOf: PathOf): Promise<readonly Table[]> {
  const clouds = await startClouds(effort, { devices: 20 });
  try {
    return [await compare(effort, clouds, what, aim, pathOf)];
  } finally {
    await stopAll();
  }
}

async function makeCommand(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${url}/devices/${deviceId(1)}/relays/commands`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'bench-1' },
    body: JSON.stringify({ relays: [{ index: 1, action: 'on' }] }),
  });
  const { data } = (await response.json()) as { data: { command: { commandId: string } } };
  return data.command.commandId;
}

/** What is asked of one simulator, and what it answers. */
interface Asked {
  readonly name: string;
  readonly server: Server;
  readonly path: string;
  readonly request: Buffer;
  readonly body: string;
}

async function ask({ name, simulator }: Cloud, pathOf: PathOf): Promise<Asked> {
  const token = await simulator.token();
  const path = await pathOf(simulator, token);
  const answer = await fetch(`http://127.0.0.1:${simulator.port}${path}`, { headers: bearer(token) });
  const request = httpRequest('GET', path, { ...bearer(token), accept: 'application/json' });
  return { name, server: simulator, path, request, body: await answer.text() };
}

async function compare(
  effort: Effort,
  clouds: readonly Cloud[],
  what: string,
  aim: number,
  pathOf: PathOf,
): Promise<Table> {
  const asked = await Promise.all(clouds.map((cloud) => ask(cloud, pathOf)));
  const [ours] = asked;
  if (!ours) throw new Error('there is no build to be measured');
  const core = effort.cores?.server;
  const bodyFile = await tempFile(ours.body);
  const bare = await spawnServer(program(core, 'bare-http', bodyFile));
  const fastify = effort.quick || effort.short ? undefined : await peer('fastify');
  const framework =
    fastify && 'entry' in fastify
      ? await spawnServer(program(core, 'fastify', fastify.entry, bodyFile, ours.path))
      : undefined;
  const load = { connections: CONNECTIONS, duration: effort.duration };
  const subjects = [
    httpSubject('bare node:http', bare, ours.request, load),
    ...(framework ? [httpSubject('Fastify, no work', framework, ours.request, load)] : []),
    ...asked.map(({ name, server, request }) => httpSubject(name, server, request, load)),
  ];
  return {
    title: `REST: ${what}, ${ours.body.length} bytes, ${CONNECTIONS} connections`,
    unit: 'requests',
    results: await measureInTurn(subjects, effort.rounds),
    aim,
    notes: fastify && 'missing' in fastify ? [`Fastify: ${fastify.missing}`] : [],
  };
}
