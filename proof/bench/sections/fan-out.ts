// One relay change to many connections, against a bare ws server that sends the same bytes to as many.
import { httpRequest, openHttpLoad, type RequestOf } from '../load/http-load.js';
import { openWsClient, type WsClient } from '../load/ws-client.js';
import { measureInTurn, type Subject } from '../rounds.js';
import type { Effort, Section, Table } from '../section.js';
import { startClouds } from '../server/clouds.js';
import { program } from '../server/programs.js';
import { bearer, deviceId, type SimulatorServer } from '../server/simulator.js';
import { type Server, spawnServer, stopAll } from '../server/spawn-server.js';
import { withCpu } from '../subject.js';
import { tempFile } from '../temp-file.js';
import { openMany } from './connections.js';

/** With the ratio by CPU that each should reach. Without a connection it is the command that costs, and no event. */
const SIZES = [{ size: 0 }, { size: 10, aim: 0.5 }, { size: 100, aim: 0.7 }, { size: 1000, aim: 0.85 }];
const SHORT_SIZES = SIZES.slice(1, 3);
/** The smallest at which a broadcast is one. */
const QUICK_SIZES = [{ size: 0 }, { size: 20, aim: 0.5 }];
/** Up to so many connections changes are quick enough to warm the servers up. */
const LARGEST_WARMING = 10;

/**
 * Changes before the first that counts. One follows the other here, so a round has a hundredth of the requests of other
 * parts: without them the compiler of the program under measurement would be most of what is measured.
 */
const WARMING = 10_000;
/** Ms that it may take: less is compiled then, of each server alike. */
const LONGEST_WARMING = 15_000;

/** A server, its connections, which are opened as the sizes grow, and what brings about a change. */
interface Broadcaster {
  readonly name: string;
  readonly server: Server;
  readonly open: () => Promise<WsClient>;
  readonly clients: WsClient[];
  readonly trigger: RequestOf;
  /** Changes that have been asked for. */
  readonly sent: number[];
}

export const fanOut: Section = {
  name: 'fan-out',
  limit: 300,
  pinned: true,
  short: true,
  run: async (effort) => {
    const chosen = effort.quick ? QUICK_SIZES : effort.short ? SHORT_SIZES : SIZES;
    const [event, broadcasters] = await startBroadcasters(effort);
    const tables: Table[] = [];
    try {
      for (const { size, aim } of chosen) {
        for (const each of broadcasters) await grow(each, size);
        if (size <= LARGEST_WARMING && !effort.quick) for (const each of broadcasters) await warm(each);
        tables.push({
          title: `Fan-out: one relay change to ${size} connections, ${Buffer.byteLength(event)} bytes`,
          unit: size === 0 ? 'changes' : 'events delivered',
          results: await measureInTurn(
            broadcasters.map((each) => subjectOf(each, effort.duration)),
            effort.rounds,
          ),
          ...(aim !== undefined && { aim }),
        });
      }
      return tables;
    } finally {
      for (const { clients } of broadcasters) for (const client of clients) hangUp(client);
      await stopAll();
    }
  },
};

/** The bare server first, which sends the bytes that ours sends. */
async function startBroadcasters(effort: Effort): Promise<readonly [string, readonly Broadcaster[]]> {
  const ours: Broadcaster[] = [];
  let event = '';
  for (const { name, simulator } of await startClouds(effort, { devices: 1 })) {
    const token = await simulator.token();
    const open = async (): Promise<WsClient> =>
      openWsClient(simulator.port, await simulator.webSocketPath(token));
    const first = await open();
    const trigger = relayChange(token);
    event = await eventOf(simulator, trigger, first);
    hangUp(first);
    ours.push({ name, server: simulator, open, clients: [], trigger, sent: [0] });
  }
  const files = [await tempFile(''), await tempFile(event)];
  const server = await spawnServer(program(effort.cores?.server, 'bare-ws', ...files));
  const open = (): Promise<WsClient> => openWsClient(server.port, '/');
  const trigger = (): Buffer => httpRequest('GET', '/', {});
  const bare = { name: 'bare ws broadcast', server, open, clients: [], trigger, sent: [0] };
  return [event, [bare, ...ours]];
}

async function grow({ clients, open }: Broadcaster, size: number): Promise<void> {
  clients.push(...(await openMany(size - clients.length, open)));
}

async function warm(broadcaster: Broadcaster): Promise<void> {
  const end = performance.now() + LONGEST_WARMING;
  await changesWhile(broadcaster, (count) => count < WARMING && performance.now() < end);
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
async function eventOf(simulator: SimulatorServer, change: RequestOf, client: WsClient): Promise<string> {
  const heard = new Promise<string>((resolve) => {
    client.onText = (bytes, from, to) => resolve(bytes.toString('utf8', from, to));
  });
  const load = await openHttpLoad(simulator.port, 1);
  // Twice, so that the relay is as it was.
  for (const nth of [-2, -1]) await load.run((connection) => change(connection, nth), 0);
  load.close();
  return heard;
}

function subjectOf(broadcaster: Broadcaster, duration: number): Subject {
  return {
    name: broadcaster.name,
    measure: () =>
      withCpu(broadcaster.server, async () => {
        const begin = performance.now();
        const end = begin + duration;
        const changes = await changesWhile(broadcaster, () => performance.now() < end);
        return { count: changes * Math.max(1, broadcaster.clients.length), time: performance.now() - begin };
      }),
  };
}

/** One change after the other, and one at least: the next when the last connection has heard of the one before. */
async function changesWhile(
  { server, clients, trigger, sent }: Broadcaster,
  isMore: (count: number) => boolean,
): Promise<number> {
  const load = await openHttpLoad(server.port, 1, sent);
  let count = 0;
  try {
    do {
      await Promise.all([allHear(clients), load.run(trigger, 0)]);
      count++;
    } while (isMore(count));
    return count;
  } finally {
    load.close();
  }
}

function hangUp(client: WsClient): void {
  client.onClose = () => undefined;
  client.close();
}

function allHear(clients: readonly WsClient[]): Promise<void> {
  let missing = clients.length;
  if (missing === 0) return Promise.resolve();
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
