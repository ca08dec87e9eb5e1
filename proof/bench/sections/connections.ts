// WebSocket connections to the simulator, and how their frames are told apart.
import { openWsClient, type WsClient } from '../load/ws-client.js';
import type { SimulatorServer } from '../server/simulator.js';

/** How many connections are opened at once. */
const AT_ONCE = 50;

const REPLY = Buffer.from('{"type":"reply"');

export function isReply(bytes: Buffer, from: number): boolean {
  return bytes.compare(REPLY, 0, REPLY.length, from, from + REPLY.length) === 0;
}

/** One connection for each of the first owners, who hears of one device only. */
export async function openOwnConnections(simulator: SimulatorServer, count: number): Promise<WsClient[]> {
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, at) => simulator.token(`owner-${at + 1}`)),
  );
  return Promise.all(tokens.map((token) => openConnection(simulator, token)));
}

/** Connections that hear of all devices. */
export function openConnections(
  simulator: SimulatorServer,
  token: string,
  count: number,
): Promise<WsClient[]> {
  return openMany(count, () => openConnection(simulator, token));
}

export async function openMany(count: number, open: () => Promise<WsClient>): Promise<WsClient[]> {
  const clients: WsClient[] = [];
  while (clients.length < count) {
    const more = Math.min(AT_ONCE, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: more }, open))));
  }
  return clients;
}

async function openConnection(simulator: SimulatorServer, token: string): Promise<WsClient> {
  return openWsClient(simulator.port, await simulator.webSocketPath(token));
}
