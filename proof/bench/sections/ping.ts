// WebSocket heartbeats against a bare ws server that answers each frame with the same bytes.
import { clientFrame, openWsClient } from '../load/ws-client.js';
import { createWsLoad } from '../load/ws-load.js';
import { measureInTurn } from '../rounds.js';
import type { Section } from '../section.js';
import { startClouds } from '../server/clouds.js';
import { program } from '../server/programs.js';
import { spawnServer, stopAll } from '../server/spawn-server.js';
import { wsSubject } from '../subject.js';
import { tempFile } from '../temp-file.js';
import { openConnections, openMany } from './connections.js';

const CONNECTIONS = 32;

const everyText = (): boolean => true;

/** All requestIds have one length, so that all frames have. */
const PINGS = Array.from({ length: 1000 }, (_, nth) =>
  clientFrame(
    JSON.stringify({
      type: 'request',
      topic: 'session.ping',
      requestId: `r-${String(nth).padStart(6, '0')}`,
      data: {},
    }),
  ),
);
const pingFrame = (_: number, nth: number): Buffer => PINGS[nth % PINGS.length] ?? Buffer.alloc(0);
const REPLY = JSON.stringify({
  type: 'reply',
  requestId: 'r-000000',
  code: 'SUCCESS',
  message: 'OK',
  data: {},
});

export const ping: Section = {
  name: 'ping',
  limit: 120,
  pinned: true,
  short: true,
  run: async (effort) => {
    const { rounds, duration, cores } = effort;
    const clouds = await startClouds(effort, { devices: 1 });
    try {
      const files = [await tempFile(REPLY), await tempFile('')];
      const bare = await spawnServer(program(cores?.server, 'bare-ws', ...files));
      const theirs = await openMany(CONNECTIONS, () => openWsClient(bare.port, '/'));
      const subjects = [
        wsSubject('bare ws echo', bare, createWsLoad(theirs, pingFrame, everyText), duration),
      ];
      for (const { name, simulator } of clouds) {
        const ours = await openConnections(simulator, await simulator.token(), CONNECTIONS);
        subjects.push(wsSubject(name, simulator, createWsLoad(ours, pingFrame, everyText), duration));
      }
      const results = await measureInTurn(subjects, rounds);
      for (const subject of subjects) subject.close();
      const title = `WebSocket: session.ping, ${CONNECTIONS} connections`;
      return [{ title, unit: 'pings', results, aim: 0.75 }];
    } finally {
      await stopAll();
    }
  },
};
