// Loads a WebSocket server: each connection sends its next frame when the reply to the one before has come.
import type { Answered } from './http-load.js';
import type { WsClient } from './ws-client.js';

export interface WsLoad {
  run(duration: number): Promise<Answered>;
  close(): void;
}

/**
 * @param frameOf the nth frame of a connection, both counted from 0
 * @param isReply tells replies from events, which are read and passed over
 */
export function createWsLoad(
  clients: readonly WsClient[],
  frameOf: (connection: number, nth: number) => Buffer,
  isReply: (bytes: Buffer, from: number, to: number) => boolean,
): WsLoad {
  const sent = clients.map(() => 0);
  return {
    run: async (duration) => {
      let count = 0;
      const begin = performance.now();
      const end = begin + duration;
      await Promise.all(
        clients.map(
          (client, at) =>
            new Promise<void>((resolve, reject) => {
              const next = (): void => {
                const nth = sent[at] ?? 0;
                sent[at] = nth + 1;
                client.send(frameOf(at, nth));
              };
              client.onClose = () => reject(new Error('the server closed a connection under load'));
              client.onText = (bytes, from, to) => {
                if (!isReply(bytes, from, to)) return;
                count++;
                if (performance.now() < end) next();
                else resolve();
              };
              next();
            }),
        ),
      );
      return { count, time: performance.now() - begin };
    },
    close: () =>
      clients.forEach((client) => {
        client.onClose = () => undefined;
        client.close();
      }),
  };
}
