// A line to a server that can be made bad at any moment: it hangs, drips bytes or refuses.
import { createServer, connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';

export type Mode = 'through' | 'hang' | 'drip' | 'refuse';

export interface BadLine {
  readonly url: string;
  set(mode: Mode): void;
  /** From the first piece of a request on that the pattern matches; resolves then. */
  setAt(pattern: RegExp, mode: Mode): Promise<void>;
}

const open = new Set<() => void>();
afterEach(() => {
  for (const close of open) close();
  open.clear();
});

const DRIP = 300;

export async function badLineTo(url: string): Promise<BadLine> {
  const target = new URL(url);
  let mode: Mode = 'through';
  const triggers = new Set<(text: string) => void>();
  const sockets = new Set<Socket>();
  const set = (to: Mode): void => {
    mode = to;
    if (to === 'refuse') for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (mode === 'refuse') return void client.destroy();
    const there = connect(Number(target.port), target.hostname);
    for (const socket of [client, there]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        there.destroy();
      });
    }
    client.on('data', (piece) => {
      for (const trigger of triggers) trigger(piece.toString('latin1'));
      if (mode !== 'hang') there.write(piece);
    });
    there.on('data', (piece) => {
      if (mode === 'through') client.write(piece);
      if (mode === 'drip') drip(client, piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.add(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    set,
    setAt: (pattern, to) =>
      new Promise((resolve) => {
        const trigger = (text: string): void => {
          if (!pattern.test(text)) return;
          triggers.delete(trigger);
          set(to);
          resolve();
        };
        triggers.add(trigger);
      }),
  };
}

/** A byte now and then: a reply that never ends, and is never silent. */
function drip(client: Socket, piece: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    if (client.destroyed || at >= piece.length) clearInterval(timer);
    else client.write(piece.subarray(at, ++at));
  }, DRIP);
}
