// The same list out of mock servers that others have made. Ours reads it from its fleet, for a caller that it knows.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { httpRequest } from '../load/http-load.js';
import { peer } from '../peers/install.js';
import { mockoonData, prismDocument } from '../peers/same-list.js';
import { measureInTurn } from '../rounds.js';
import type { Section } from '../section.js';
import { bearer, startSimulator, writeFleet } from '../server/simulator.js';
import { type Server, type ServerProgram, spawnServer } from '../server/spawn-server.js';
import { httpSubject, type OpenSubject } from '../subject.js';
import { tempFile } from '../temp-file.js';

const PATH = '/svc/v1/devices';
const CONNECTIONS = 32;

export const peers: Section = {
  name: 'peers',
  run: async (effort) => {
    if (effort.quick) return [];
    const simulator = await startSimulator(await writeFleet({ devices: 20 }));
    const headers = { ...bearer(await simulator.token()), accept: 'application/json' };
    const list = await (await fetch(`http://127.0.0.1:${simulator.port}${PATH}`, { headers })).text();
    const servers: Server[] = [simulator];
    const load = { connections: CONNECTIONS, duration: effort.duration };
    const request = httpRequest('GET', PATH, headers);
    const subjects: OpenSubject[] = [await httpSubject('conform', simulator, request, load)];
    const notes: string[] = [];
    try {
      for (const [id, make] of Object.entries({ prism: prismProgram, mockoon: mockoonProgram })) {
        const found = await peer(id as 'prism' | 'mockoon');
        if ('missing' in found) {
          notes.push(`left out: ${found.missing}`);
          continue;
        }
        const server = await spawnServer(await make(found.entry, list));
        servers.push(server);
        subjects.push(await httpSubject(found.name, server, request, load));
      }
      return [
        {
          title: `Mock servers of others: GET ${PATH}`,
          unit: 'requests',
          notes,
          results: await measureInTurn(subjects, effort.rounds),
        },
      ];
    } finally {
      for (const subject of subjects) subject.close();
      await Promise.all(servers.map((server) => server.stop()));
    }
  },
};

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

/** These programs take no port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
