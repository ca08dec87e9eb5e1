// The same list out of mock servers that others have made. Ours reads it from its fleet, for a caller that it knows.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { httpRequest } from '../load/http-load.js';
import { peer } from '../peers/install.js';
import { mockoonData, prismDocument, wireMockMapping } from '../peers/same-list.js';
import { measureInTurn, type Subject } from '../rounds.js';
import type { Section } from '../section.js';
import { startClouds } from '../server/clouds.js';
import { bearer } from '../server/simulator.js';
import { type ServerProgram, spawnServer, stopAll } from '../server/spawn-server.js';
import { httpSubject } from '../subject.js';
import { tempFile } from '../temp-file.js';

const PATH = '/svc/v1/devices';
const CONNECTIONS = 32;

export const peers: Section = {
  name: 'peers',
  limit: 600,
  pinned: true,
  short: false,
  run: async (effort) => {
    if (effort.quick) return [];
    const core = effort.cores?.server;
    const [ours] = await startClouds(effort, { devices: 20 });
    if (!ours) throw new Error('there is no build to be measured');
    try {
      const { name, simulator } = ours;
      const headers = { ...bearer(await simulator.token()), accept: 'application/json' };
      const list = await (await fetch(`http://127.0.0.1:${simulator.port}${PATH}`, { headers })).text();
      const load = { connections: CONNECTIONS, duration: effort.duration };
      const request = httpRequest('GET', PATH, headers);
      const subjects: Subject[] = [httpSubject(name, simulator, request, load)];
      const notes: string[] = [];
      for (const id of Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]) {
        const make = PROGRAMS[id];
        const found = id === 'wiremock' && !hasJava() ? NO_JAVA : await peer(id);
        if ('missing' in found) {
          notes.push(`left out: ${found.missing}`);
          continue;
        }
        const server = await spawnServer({ ...(await make(found.entry, list)), core });
        subjects.push(httpSubject(found.name, server, request, load));
      }
      const results = await measureInTurn(subjects, effort.rounds);
      return [{ title: `Mock servers of others: GET ${PATH}`, unit: 'requests', notes, results }];
    } finally {
      await stopAll();
    }
  },
};

const NO_JAVA = { missing: 'wiremock needs a program `java`, and there is none' };

function hasJava(): boolean {
  return spawnSync('java', ['-version']).status === 0;
}

/** Without its journal of requests, which grows without bound. */
async function wireMockProgram(jar: string, list: string): Promise<ServerProgram> {
  const mapping = await tempFile(wireMockMapping(PATH, list), 'mappings/list.json');
  return {
    command: 'java',
    args: [
      ...['-jar', jar, '--port', '0', '--bind-address', '127.0.0.1', '--no-request-journal'],
      ...['--root-dir', dirname(dirname(mapping))],
    ],
    ready: /^port:\s+(\d+)/m,
  };
}

async function prismProgram(entry: string, list: string): Promise<ServerProgram> {
  const document = await tempFile(prismDocument(PATH, list), 'api.json');
  const port = String(await freePort());
  return {
    args: [entry, 'mock', document, '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'info'],
    ready: /listening on http:\/\/127\.0\.0\.1:(\d+)/,
  };
}

async function mockoonProgram(entry: string, list: string): Promise<ServerProgram> {
  const data = await tempFile(mockoonData(PATH, list), 'mock.json');
  const port = String(await freePort());
  return {
    args: [entry, 'start', '--data', data, '--port', port, '--disable-log-to-file', '--disable-admin-api'],
    ready: /Server started on port (\d+)/,
  };
}

const PROGRAMS = { prism: prismProgram, mockoon: mockoonProgram, wiremock: wireMockProgram };

/** Prism and Mockoon take no port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
