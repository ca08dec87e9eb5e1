// WebSocket heartbeats against a bare ws server that answers each frame with the same bytes.
import { clientFrame, openWsClient } from '../load/ws-client.js';
import { createWsLoad } from '../load/ws-load.js';
import { measureInTurn } from '../rounds.js';
import type { Section } from '../section.js';
import { program } from '../server/programs.js';
import { startSimulator, writeFleet } from '../server/simulator.js';
import { spawnServer } from '../server/spawn-server.js';
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
  run: async ({ rounds, duration }) => {
    const simulator = await startSimulator(await writeFleet({ devices: 1 }));
    const bare = await spawnServer(program('bare-ws', await tempFile(REPLY), await tempFile('')));
    const ours = await openConnections(simulator, await simulator.token(), CONNECTIONS);
    const theirs = await openMany(CONNECTIONS, () => openWsClient(bare.port, '/'));
    const subjects = [
      wsSubject('bare ws echo', bare, createWsLoad(theirs, pingFrame, everyText), duration),
      wsSubject('conform', simulator, createWsLoad(ours, pingFrame, everyText), duration),
    ];
    try {
      const results = await measureInTurn(subjects, rounds);
      return [
        {
          title: `WebSocket: session.ping, ${CONNECTIONS} connections`,
          unit: 'pings',
          results,
          aims: { conform: 0.6 },
        },
      ];
    } finally {
      for (const subject of subjects) subject.close();
      await Promise.all([simulator.stop(), bare.stop()]);
    }
  },
};
