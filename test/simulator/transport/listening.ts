// The simulated service behind real sockets on a free port, and raw connections to it.
import { connect } from 'node:net';
import type { ListenOptions, Listening } from '../../../src/simulator/transport/server.js';
import { simulate, type Simulated, type SimulatedOptions } from './simulated.js';

export interface Served extends Simulated, Listening {
  /** Lets virtual time go on until the work has ended; sockets need time of their own in between. */
  pump<T>(work: Promise<T>): Promise<T>;
  tokenOf(client: string): string;
}

export interface Serving {
  open(options?: SimulatedOptions & { readonly how?: ListenOptions }): Promise<Served>;
  closeAll(): Promise<void>;
}

export function createServing(): Serving {
  const opened: Served[] = [];
  return {
    open: async ({ how, ...options } = {}) => {
      const simulated = simulate(options);
      const { clock, simulator } = simulated;
      const listening = await simulator.listen('127.0.0.1', 0, how);
      const served: Served = {
        ...simulated,
        ...listening,
        pump: async (work) => {
          let ended = false;
          const done = work.finally(() => (ended = true));
          done.catch(() => undefined);
          while (!ended) await clock.advance(10);
          return done;
        },
        tokenOf: (clientId) => {
          const issued = simulator.service.issueToken({ clientId, clientSecret: `demo-${clientId}-secret` });
          if (!issued.ok) throw new Error(`no token for ${clientId}`);
          return issued.value.accessToken;
        },
      };
      opened.push(served);
      return served;
    },
    closeAll: async () => {
      await Promise.all(opened.splice(0).map((served) => served.close()));
    },
  };
}

/** Sends bytes over a connection of their own and gives all that comes back until it is closed. */
export function exchange(port: number, bytes: string | Uint8Array, hangUp = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      if (hangUp) socket.end(bytes);
      else socket.write(bytes);
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

/** Status, headers and body of the one response in these bytes. */
export function parseResponse(bytes: string): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const at = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.slice(0, at).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: bytes.slice(at + 4),
  };
}
