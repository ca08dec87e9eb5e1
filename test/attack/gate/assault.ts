// Sends messages through the real gate to the sloppy server, and counts what came of them.
import { readFileSync } from 'node:fs';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { parseDialect } from '../../../src/dialect/parse-dialect.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import type { Restriction } from '../../../src/harness/profile/restriction.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { type GatedTransport, SafetyError } from '../../../src/harness/target/gated-transport.js';
import type { SocketHandlers, Transport } from '../../../src/harness/target/transport.js';
import { BENCH, CABINET, type Draft, FURNACE, MANAGED } from './generator/draft.js';
import { createSloppyServer, type SloppyServer } from './sloppy/server.js';
import type { Deed } from './sloppy/world.js';

export const DEVICES = {
  [BENCH.deviceId]: BENCH.relays,
  [CABINET.deviceId]: CABINET.relays,
  [FURNACE.deviceId]: FURNACE.relays,
  [MANAGED.deviceId]: MANAGED.relays,
};

export const PROFILE: Profile = {
  name: 'attacked',
  baseUrl: 'http://target.test',
  websocketUrl: 'ws://target.test',
  tls: { insecure: false },
  clients: {},
  devices: {
    bench: { deviceId: BENCH.deviceId, relays: BENCH.listed, rs485: { answered: BENCH.bytes } },
    cabinet: { deviceId: CABINET.deviceId, relays: CABINET.listed },
  },
  management: { deviceId: MANAGED.deviceId, profileId: 'p', password: 'w' },
  requestsPerSecond: 1000,
  patience: 1000,
};

export function dialectOf(name: string): Dialect {
  const file = `fixtures/dialects/${name}.yaml`;
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** Why the profile does not permit what was done; undefined when it does. */
export function forbiddenDeed(deed: Deed): string | undefined {
  const permitted = {
    switch: () =>
      deed.kind === 'switch' && deed.deviceId === BENCH.deviceId && BENCH.listed.includes(deed.relay),
    jog: () => deed.kind === 'jog' && deed.deviceId === BENCH.deviceId && BENCH.listed.includes(deed.relay),
    bytes: () => deed.kind === 'bytes' && deed.deviceId === BENCH.deviceId && deed.data === BENCH.bytes,
    baud: () => deed.deviceId === BENCH.deviceId || deed.deviceId === CABINET.deviceId,
    manage: () => deed.deviceId === MANAGED.deviceId,
  }[deed.kind]();
  return permitted ? undefined : JSON.stringify(deed);
}

export interface Assault {
  /** Why what was done is not permitted in this run; undefined when it is. */
  forbids(deed: Deed): string | undefined;
  close(): Promise<void>;
  readonly server: SloppyServer;
  /** What the message did at the server; `refused` when the gate did not let it out. */
  send(draft: Draft): Promise<{ readonly refused?: string; readonly deeds: readonly Deed[] }>;
}

export interface AssaultOptions {
  readonly dialect?: Dialect;
  readonly restriction?: Restriction;
  readonly server?: SloppyServer;
  /** How messages travel to the server; default: in this process. */
  readonly transport?: Transport;
}

export function createAssault({
  dialect = dialectOf('default'),
  restriction,
  server = createSloppyServer(DEVICES),
  transport: open = inProcess(server),
}: AssaultOptions = {}): Assault {
  const gate = createGate({ profile: PROFILE, dialect, restriction });
  gate.learn(Object.keys(DEVICES));
  for (const [deviceId, count] of Object.entries(DEVICES))
    gate.learnRelays(
      deviceId,
      Array.from({ length: count }, (_, at) => at + 1),
    );
  const transport = gate.guard(open);
  return {
    server,
    forbids: (deed) => {
      const left = restriction === 'read-only' || (restriction && ['switch', 'bytes'].includes(deed.kind));
      return left ? JSON.stringify(deed) : forbiddenDeed(deed);
    },
    close: () => transport.close(),
    send: async (draft) => {
      server.world.deeds.length = 0;
      try {
        await leave(transport, draft);
        return { deeds: [...server.world.deeds] };
      } catch (error) {
        if (error instanceof SafetyError) return { refused: error.message, deeds: [...server.world.deeds] };
        throw error;
      }
    },
  };
}

async function leave(
  transport: GatedTransport,
  { channel, method, path, headers, body }: Draft,
): Promise<void> {
  if (channel === 'rest') {
    await transport.http({ method, path, headers, ...(body === '' ? {} : { body }) });
    return;
  }
  const { answered, handlers } = waiting();
  const opened = await transport.open('/svc/v1/ws?ticket=t', handlers);
  if (opened.kind !== 'open') return;
  try {
    opened.socket.send(body);
    await answered;
  } finally {
    opened.socket.cut();
  }
}

/** The server answers each frame, however it takes it. */
function waiting(): { readonly answered: Promise<void>; readonly handlers: SocketHandlers } {
  let over = (): void => undefined;
  const answered = new Promise<void>((resolve) => (over = resolve));
  return { answered, handlers: { frame: () => over(), closed: () => over() } };
}

function inProcess(server: SloppyServer): Transport {
  return {
    http: async (request) => {
      server.http(request);
      return { kind: 'reply', reply: { status: 200, headers: {}, body: '{}' } };
    },
    open: async (_, handlers) => ({
      kind: 'open',
      socket: {
        send: (text) => {
          server.frame(text);
          handlers.frame('{}', false);
        },
        sendAndCut: async (text) => server.frame(text),
        close: () => undefined,
        cut: () => undefined,
      },
    }),
    close: async () => undefined,
  };
}
