// Loads an HTTP server over keep-alive connections, one request at a time on each. Written on bare sockets: a load
// generator has to be cheaper than the fastest server that it measures, and no client library is.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createResponseReader } from './response-reader.js';

/** The bytes of the nth request of a connection, both counted from 0. */
export type RequestOf = (connection: number, nth: number) => Buffer;

export interface HttpLoad {
  /**
   * Keeps all connections busy for `duration` ms; gives how many were answered. Rejects at a status that is not 2xx,
   * and when a connection is closed: nobody would answer on it.
   */
  run(requestOf: RequestOf, duration: number): Promise<Answered>;
  /** The same for as long as `isMore`, which is asked before each request. */
  runWhile(requestOf: RequestOf, isMore: () => boolean): Promise<Answered>;
  close(): void;
}

export interface Answered {
  readonly count: number;
  /** Ms that it took. */
  readonly time: number;
}

interface Lane {
  readonly socket: Socket;
  onResponse: (status: number) => void;
  onClose: () => void;
}

/** @param sent how many requests each connection has sent before; counted on. */
export async function openHttpLoad(
  port: number,
  connections: number,
  sent: number[] = Array.from({ length: connections }, () => 0),
): Promise<HttpLoad> {
  const lanes = await Promise.all(Array.from({ length: connections }, () => openLane(port)));

  const runWhile: HttpLoad['runWhile'] = async (requestOf, isMore) => {
    let count = 0;
    const begin = performance.now();
    await Promise.all(
      lanes.map(
        (lane, at) =>
          new Promise<void>((resolve, reject) => {
            lane.onClose = () => reject(new Error('the server closed a connection under load'));
            const next = (): void => {
              if (lane.socket.destroyed) lane.onClose();
              else if (isMore()) lane.socket.write(requestOf(at, sent[at] ?? 0));
              else resolve();
            };
            lane.onResponse = (status) => {
              if (status < 200 || status > 299) {
                reject(new Error(`the server answered ${status} under load`));
                return;
              }
              count++;
              sent[at] = (sent[at] ?? 0) + 1;
              next();
            };
            next();
          }),
      ),
    );
    return { count, time: performance.now() - begin };
  };

  return {
    run: (requestOf, duration) => {
      const end = performance.now() + duration;
      let begun = 0;
      // Each connection sends one at least.
      return runWhile(requestOf, () => begun++ < connections || performance.now() < end);
    },
    runWhile,
    close: () => {
      for (const lane of lanes) {
        lane.onClose = () => undefined;
        lane.socket.destroy();
      }
    },
  };
}

async function openLane(port: number): Promise<Lane> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const lane: Lane = { socket, onResponse: () => undefined, onClose: () => undefined };
  const read = createResponseReader((status) => lane.onResponse(status));
  socket.on('data', read);
  socket.on('error', () => undefined);
  socket.on('close', () => lane.onClose());
  return lane;
}

/** A request as bytes. */
export function httpRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Buffer {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
