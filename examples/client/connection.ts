// Keeps one WebSocket connection open for as long as the client lives: connects, looks after the connection while
// it is open, and connects again after growing delays (rule client.reconnect-backoff).
import type { Answer } from './answer.js';
import { CONNECT, type Connect } from './connector.js';
import { untilFree } from './holds.js';
import type { Basis } from './basis.js';
import type { Session } from './session.js';

export interface Connection {
  /** Begins to connect; later calls change nothing. */
  start(): void;
  readonly isOpen: boolean;
  /** No reply when there is no connection. */
  request(topic: string, data: object, patience?: number): Promise<Answer>;
  /** Closes it; resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

/** A connection that lived so long was a good one: delays begin anew after it. In ms. */
const GOOD_LIFE = 20_000;

/** What is done on each new connection. It ends when the connection has ended. */
type Work = (session: Session) => Promise<void>;

export function createConnection(basis: Basis, connect: Connect, onOpen: readonly Work[]): Connection {
  const { clock, backOff, holds, closing } = basis;
  let session: Session | undefined;
  let running: Promise<void> | undefined;

  const live = async (opened: Session): Promise<void> => {
    session = opened;
    const ended = new Promise<void>((resolve) => {
      if (opened.ended.aborted) resolve();
      opened.ended.addEventListener('abort', () => resolve(), { once: true });
    });
    if (closing.aborted) opened.close();
    const works = Promise.allSettled(onOpen.map((work) => work(opened)));
    await ended;
    session = undefined;
    await works;
  };
  const keep = async (): Promise<void> => {
    for (let failures = 0; !closing.aborted; failures += 1) {
      if (failures > 0) await clock.sleep(backOff.reconnect(failures), closing);
      await untilFree(holds, CONNECT, clock, closing);
      const opened = await connect();
      if (!opened) continue;
      const openedAt = clock.now();
      await live(opened);
      if (clock.now() - openedAt >= GOOD_LIFE) failures = 0;
    }
  };
  const start = (): void => {
    running ??= keep().catch((error: unknown) => {
      if (!closing.aborted) throw error;
    });
  };
  return {
    start,
    get isOpen() {
      return session !== undefined;
    },
    request: async (topic, data, patience) =>
      session ? session.request(topic, data, patience) : { kind: 'none', message: 'there is no connection' },
    close: async () => {
      session?.close();
      await running;
    },
  };
}
