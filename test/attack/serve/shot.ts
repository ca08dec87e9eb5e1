// One connection of an attacker: what it sends, piece by piece, and how it ends.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';

export interface Shot {
  readonly kind: string;
  /** Sent one after the other; a number is a pause in ms. */
  readonly pieces: readonly (Buffer | string | number)[];
  /** How many requests or frames they are. */
  readonly count: number;
  /**
   * `answer`: waits for so many answers, or for the connection to end. `finish`: sends FIN, and then does so. `abort`:
   * breaks the connection at once. `deaf`: reads nothing, and breaks the connection after a while.
   */
  readonly ending: 'answer' | 'finish' | 'abort' | 'deaf';
  /** How long it waits for more, in ms; it goes away then, as what it has sent may be unfinished. */
  readonly patience?: number;
}

/** For what must be answered. */
export const PATIENT = 60_000;

export interface Seen {
  readonly statuses: readonly number[];
  readonly bytes: Buffer;
}

/** In ms. */
const PATIENCE = 700;
/** In ms: an answer to something complete that has not come by then is missing. */
const LONGEST = 60_000;
const DEAF = 30;

export interface Place {
  readonly port: number;
  readonly tls: boolean;
}

export function open({ port, tls }: Place): Socket {
  const socket = tls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  return socket;
}

export async function fire(place: Place, shot: Shot): Promise<Seen> {
  const socket = open(place);
  const reader = createReader();
  let over = false;
  const listener = { heard: (): void => undefined };
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      over = true;
      resolve();
    };
    socket.once('close', end).once('end', end);
  });
  if (shot.ending === 'deaf') socket.pause();
  else
    socket.on('data', (chunk: Buffer) => {
      reader.feed(chunk);
      listener.heard();
    });
  for (const piece of shot.pieces) {
    if (over) break;
    if (typeof piece === 'number') await wait(piece);
    else socket.write(piece);
  }
  if (shot.ending === 'finish') socket.end();
  if (shot.ending === 'deaf') await wait(DEAF);
  if (shot.ending === 'answer' || shot.ending === 'finish') {
    const begun = performance.now();
    while (!over && !reader.hasAll(shot.count) && performance.now() - begun < LONGEST) {
      const before = reader.bytes;
      const more = new Promise<void>((resolve) => (listener.heard = resolve));
      const patience = new AbortController();
      const { signal } = patience;
      await Promise.race([
        more,
        ended,
        wait(shot.patience ?? PATIENCE, undefined, { signal }).catch(() => undefined),
      ]);
      patience.abort();
      if (reader.bytes === before) break;
    }
  }
  socket.destroy();
  return reader.seen();
}

interface Reader {
  readonly bytes: number;
  feed(chunk: Buffer): void;
  hasAll(count: number): boolean;
  seen(): Seen;
}

/** Enough to find a ticket in. */
const KEPT = 4096;

/** Finds the status of each response as the bytes come. */
function createReader(): Reader {
  const statuses: number[] = [];
  let start: Buffer = Buffer.alloc(0);
  let head: Buffer = Buffer.alloc(0);
  let skip = 0;
  let bytes = 0;
  let unreadable = false;

  const look = (): void => {
    while (head.length > 0 && !unreadable) {
      if (skip > 0) {
        const passed = Math.min(skip, head.length);
        skip -= passed;
        head = head.subarray(passed);
        continue;
      }
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const text = head.subarray(0, end).toString('latin1');
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0);
      statuses.push(status);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      // What follows 101 is no HTTP, and what has no length goes on until the end.
      unreadable = status === 0 || status === 101 || (length === undefined && status !== 100);
      skip = status === 100 ? 0 : Number(length ?? 0);
      head = head.subarray(end + 4);
    }
  };
  return {
    get bytes() {
      return bytes;
    },
    feed: (chunk) => {
      bytes += chunk.length;
      if (start.length < KEPT) start = Buffer.concat([start, chunk]);
      if (unreadable) return;
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      look();
    },
    hasAll: (count) =>
      skip === 0 && (unreadable || statuses.filter((status) => status >= 101).length >= count),
    seen: () => ({ bytes: start, statuses }),
  };
}
