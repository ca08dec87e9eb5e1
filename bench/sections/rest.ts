// REST queries, authenticated and counted, against a bare node:http server and Fastify with the same bytes.
import { httpRequest } from '../load/http-load.js';
import { peer } from '../peers/install.js';
import { measureInTurn } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { program } from '../server/programs.js';
import { bearer, deviceId, startSimulator, writeFleet } from '../server/simulator.js';
import { type Server, spawnServer } from '../server/spawn-server.js';
import { httpSubject } from '../subject.js';
import { tempFile } from '../temp-file.js';

const CONNECTIONS = 32;

export const rest: Section = {
  name: 'rest',
  run: async (effort) => {
    const simulator = await startSimulator(await writeFleet({ devices: 20 }));
    try {
      const headers = bearer(await simulator.token());
      const commandId = await makeCommand(simulator.url, headers);
      const compared = (path: string): Promise<Table> => compare(effort, simulator, path, headers);
      return [await compared('/svc/v1/devices'), await compared(`/svc/v1/commands/${commandId}`)];
    } finally {
      await simulator.stop();
    }
  },
};

async function makeCommand(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${url}/devices/${deviceId(1)}/relays/commands`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'bench-1' },
    body: JSON.stringify({ relays: [{ index: 1, action: 'on' }] }),
  });
  const { data } = (await response.json()) as { data: { command: { commandId: string } } };
  return data.command.commandId;
}

async function compare(
  effort: Effort,
  simulator: Server,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Table> {
  const answer = await fetch(`http://127.0.0.1:${simulator.port}${path}`, { headers });
  const bodyFile = await tempFile(await answer.text());
  const bare = await spawnServer(program('bare-http', bodyFile));
  const fastify = effort.quick ? { missing: 'left out of a quick run' } : await peer('fastify');
  const framework =
    'entry' in fastify ? await spawnServer(program('fastify', fastify.entry, bodyFile, path)) : undefined;
  const load = { connections: CONNECTIONS, duration: effort.duration };
  const request = httpRequest('GET', path, { ...headers, accept: 'application/json' });
  const subjects = [
    await httpSubject('bare node:http', bare, request, load),
    ...(framework ? [await httpSubject('Fastify, no work', framework, request, load)] : []),
    await httpSubject('conform', simulator, request, load),
  ];
  try {
    return {
      title: `REST: GET ${path.replace(/cmd-\w+/, '{commandId}')}, ${CONNECTIONS} connections`,
      unit: 'requests',
      results: await measureInTurn(subjects, effort.rounds),
      aims: { conform: 0.6 },
      notes: 'missing' in fastify ? [`Fastify: ${fastify.missing}`] : [],
    };
  } finally {
    for (const subject of subjects) subject.close();
    await Promise.all([bare.stop(), framework?.stop()]);
  }
}
