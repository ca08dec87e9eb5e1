// Two thousand WebSocket connections: most listen and send heartbeats, some go and come, some do not read.
import { setTimeout as pause } from 'node:timers/promises';
import { clientFrame, openWsClient, type WsClient } from '../load/ws-client.js';
import type { RestClient } from './rest-client.js';

export interface Crowd {
  readonly open: number;
  readonly events: number;
  /** Times that a connection was lost or closed, for whatever reason. */
  readonly ends: number;
  /** Some connections end and others begin in their place. */
  churn(count: number): void;
  /** Some connections stop reading while they go on asking, until they are thrown out. */
  stall(count: number): void;
  /** Resolves when as many are open as should be; false when that takes too long. */
  complete(patience: number): Promise<boolean>;
  close(): Promise<void>;
}

const PING = clientFrame(
  JSON.stringify({ type: 'request', topic: 'session.ping', requestId: 'p', data: {} }),
);
/** Its reply is as long as it is: what is not read piles up soon. */
const LONG_PING = clientFrame(
  JSON.stringify({ type: 'request', topic: 'session.ping', requestId: 'p'.repeat(200), data: {} }),
);
const EVENT = Buffer.from('{"type":"event"');
const AT_ONCE = 40;
/** Turns of 20 ms from heartbeat to heartbeat. */
const BEAT = 1000;

export function createCrowd(port: number, size: number, clients: readonly RestClient[]): Crowd {
  const members = new Set<WsClient>();
  const stalled = new Set<WsClient>();
  let events = 0;
  let ends = 0;
  let opening = 0;
  let closed = false;

  const openOne = async (client: RestClient): Promise<void> => {
    opening++;
    const member = await openMember(port, client);
    opening--;
    if (!member) return;
    members.add(member);
    member.onText = (bytes, from) => {
      if (isEvent(bytes, from)) events++;
    };
    member.onClose = () => {
      ends++;
      members.delete(member);
      stalled.delete(member);
    };
  };
  /** Keeps the crowd at its size until it is closed. */
  const tend = async (): Promise<void> => {
    for (let nth = 0; !closed; nth++) {
      while (members.size + opening < size && opening < AT_ONCE) {
        const client = clients[(nth + opening) % clients.length];
        if (!client) break;
        void openOne(client);
      }
      if (nth % BEAT === 0) members.forEach((member) => !stalled.has(member) && member.send(PING));
      for (const member of stalled) for (let each = 0; each < 50; each++) member.send(LONG_PING);
      await pause(20);
    }
  };
  const tending = tend();

  return {
    get open() {
      return members.size;
    },
    get events() {
      return events;
    },
    get ends() {
      return ends;
    },
    churn: (count) => [...members].slice(0, count).forEach((member) => member.close()),
    stall: (count) => {
      for (const member of [...members].slice(-count)) {
        member.socket.pause();
        stalled.add(member);
      }
    },
    complete: async (patience) => {
      const end = performance.now() + patience;
      while (members.size < size && performance.now() < end) await pause(50);
      return members.size >= size;
    },
    close: async () => {
      closed = true;
      await tending;
      while (opening > 0) await pause(20);
      for (const member of members) member.close();
    },
  };
}

function isEvent(bytes: Buffer, from: number): boolean {
  return bytes.compare(EVENT, 0, EVENT.length, from, from + EVENT.length) === 0;
}

/** Undefined when it was refused or broken off: another one is opened in its place. */
async function openMember(port: number, client: RestClient): Promise<WsClient | undefined> {
  const answer = await client.ask('POST', '/ws/ticket');
  if (answer?.status !== 200) return undefined;
  const { ticket } = answer.data as { ticket: string };
  try {
    return await openWsClient(port, `/svc/v1/ws?ticket=${ticket}`);
  } catch {
    return undefined;
  }
}
