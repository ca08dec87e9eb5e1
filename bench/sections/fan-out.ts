// One relay change to many connections, against a bare ws server that sends the same bytes to as many.
import { httpRequest, openHttpLoad, type RequestOf } from '../load/http-load.js';
import { openWsClient, type WsClient } from '../load/ws-client.js';
import { type Measurement, measureInTurn } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { startClouds } from '../server/clouds.js';
import { program } from '../server/programs.js';
import { bearer, deviceId, type SimulatorServer } from '../server/simulator.js';
import { type Server, spawnServer, stopAll } from '../server/spawn-server.js';
import { type OpenSubject, withCpu } from '../subject.js';
import { tempFile } from '../temp-file.js';
import { openConnections, openMany } from './connections.js';

/** With the ratio by CPU that each should reach. */
const SIZES = [
  { size: 10, aim: 0.5 },
  { size: 100, aim: 0.7 },
  { size: 1000, aim: 0.85 },
];
const SHORT_SIZES = SIZES.slice(0, 2);
/** The smallest at which a broadcast is one. */
const QUICK_SIZES = [{ size: 20, aim: 0.5 }];

export const fanOut: Section = {
  name: 'fan-out',
  limit: 240,
  pinned: true,
  short: true,
  run: async (effort) => {
    const tables: Table[] = [];
    const sizes = effort.short ? SHORT_SIZES : SIZES;
    for (const { size, aim } of effort.quick ? QUICK_SIZES : sizes)
      tables.push(await compare(effort, size, aim));
    return tables;
  },
};

async function compare(effort: Effort, size: number, aim: number): Promise<Table> {
  const { rounds, duration, cores } = effort;
  const clouds = await startClouds(effort, { devices: 1 });
  const subjects: OpenSubject[] = [];
  try {
    let event = '';
    for (const { name, simulator } of clouds) {
      const token = await simulator.token();
      const ours = await openConnections(simulator, token, size);
      const change = relayChange(token);
      event = await eventOf(simulator, change, ours);
      subjects.push(fanOutSubject(name, simulator, ours, change, duration));
    }
    const bare = await spawnServer(
      program(cores?.server, 'bare-ws', await tempFile(''), await tempFile(event)),
    );
    const theirs = await openMany(size, () => openWsClient(bare.port, '/'));
    const broadcast = (): Buffer => httpRequest('GET', '/', {});
    subjects.unshift(fanOutSubject('bare ws broadcast', bare, theirs, broadcast, duration));
    return {
      title: `Fan-out: one relay change to ${size} connections, ${Buffer.byteLength(event)} bytes`,
      unit: 'events delivered',
      results: await measureInTurn(subjects, rounds),
      aim,
    };
  } finally {
    for (const subject of subjects) subject.close();
    await stopAll();
  }
}

function relayChange(token: string): RequestOf {
  return (_, nth) =>
    httpRequest(
      'POST',
      `/svc/v1/devices/${deviceId(1)}/relays/commands`,
      { ...bearer(token), 'content-type': 'application/json', 'idempotency-key': `fan-${nth}` },
      JSON.stringify({ relays: [{ index: 1, action: nth % 2 === 0 ? 'on' : 'off' }] }),
    );
}

/** The text of the event, so that the bare server can send the same bytes. */
async function eventOf(
  simulator: SimulatorServer,
  change: RequestOf,
  clients: readonly WsClient[],
): Promise<string> {
  const [first] = clients;
  const heard = new Promise<string>((resolve) => {
    if (first) first.onText = (bytes, from, to) => resolve(bytes.toString('utf8', from, to));
  });
  const load = await openHttpLoad(simulator.port, 1);
  // Twice, so that the relay is as it was.
  for (const nth of [-2, -1]) await load.run((connection) => change(connection, nth), 0);
  load.close();
  return heard;
}

/** One change after the other: the next one when the last connection has heard of the one before. */
function fanOutSubject(
  name: string,
  server: Server,
  clients: readonly WsClient[],
  trigger: RequestOf,
  duration: number,
): OpenSubject {
  const sent = [0];
  const measure = async (): Promise<Measurement> => {
    const load = await openHttpLoad(server.port, 1, sent);
    try {
      return await withCpu(server, async () => {
        let count = 0;
        const begin = performance.now();
        do {
          await Promise.all([allHear(clients), load.run(trigger, 0)]);
          count += clients.length;
        } while (performance.now() - begin < duration);
        return { count, time: performance.now() - begin };
      });
    } finally {
      load.close();
    }
  };
  const close = (): void => {
    for (const client of clients) {
      client.onClose = () => undefined;
      client.close();
    }
  };
  return { name, measure, close };
}

function allHear(clients: readonly WsClient[]): Promise<void> {
  let missing = clients.length;
  return new Promise((resolve, reject) => {
    const hear = (): void => {
      if (--missing === 0) resolve();
    };
    const fail = (): void => reject(new Error('the server closed a connection that listened'));
    for (const client of clients) {
      client.onText = hear;
      client.onClose = fail;
      if (client.socket.destroyed) fail();
    }
  });
}
