// One relay change to many connections, against a bare ws server that sends the same bytes to as many.
import { httpRequest, openHttpLoad, type RequestOf } from '../load/http-load.js';
import { openWsClient, type WsClient } from '../load/ws-client.js';
import { measureInTurn } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { program } from '../server/programs.js';
import { bearer, deviceId, type SimulatorServer, startSimulator, writeFleet } from '../server/simulator.js';
import { type Server, spawnServer } from '../server/spawn-server.js';
import { type OpenSubject, withCpu } from '../subject.js';
import { tempFile } from '../temp-file.js';
import { openConnections, openMany } from './connections.js';

const SIZES = [1000, 5000];

export const fanOut: Section = {
  name: 'fan-out',
  run: async (effort) => {
    const tables: Table[] = [];
    for (const size of effort.quick ? [20] : SIZES) tables.push(await compare(effort, size));
    return tables;
  },
};

async function compare({ rounds, duration }: Effort, size: number): Promise<Table> {
  const simulator = await startSimulator(await writeFleet({ devices: 1 }));
  const token = await simulator.token();
  const ours = await openConnections(simulator, token, size);
  const change = relayChange(token);
  const event = await eventOf(simulator, change, ours);
  const bare = await spawnServer(program('bare-ws', await tempFile(''), await tempFile(event)));
  const theirs = await openMany(size, () => openWsClient(bare.port, '/'));
  const broadcast = (): Buffer => httpRequest('GET', '/', {});
  const subjects = [
    await fanOutSubject('bare ws broadcast', bare, theirs, broadcast, duration),
    await fanOutSubject('conform', simulator, ours, change, duration),
  ];
  try {
    return {
      title: `Fan-out: one relay change to ${size} connections, ${Buffer.byteLength(event)} bytes`,
      unit: 'events delivered',
      results: await measureInTurn(subjects, rounds),
      aims: { conform: 0.8 },
    };
  } finally {
    for (const subject of subjects) subject.close();
    for (const client of [...ours, ...theirs]) client.close();
    await Promise.all([simulator.stop(), bare.stop()]);
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
async function fanOutSubject(
  name: string,
  server: Server,
  clients: readonly WsClient[],
  trigger: RequestOf,
  duration: number,
): Promise<OpenSubject> {
  const load = await openHttpLoad(server.port, 1);
  let missing = 0;
  let allHeard = (): void => undefined;
  const hear = (): void => {
    if (--missing === 0) allHeard();
  };
  for (const client of clients) client.onText = hear;
  let nth = 0;
  const once = async (): Promise<void> => {
    missing = clients.length;
    const heard = new Promise<void>((resolve) => (allHeard = resolve));
    await load.run(() => trigger(0, nth), 0);
    nth++;
    await heard;
  };
  const run = async (): Promise<{ readonly count: number; readonly time: number }> => {
    let count = 0;
    const begin = performance.now();
    do {
      await once();
      count += clients.length;
    } while (performance.now() - begin < duration);
    return { count, time: performance.now() - begin };
  };
  return { name, measure: () => withCpu(server, run), close: load.close };
}
