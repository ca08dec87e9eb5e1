// The cloud of the tests behind real sockets. Its clock runs fifty times as fast as the machine's, so that
// a device takes a few milliseconds.
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import WebSocket from 'ws';
import { createScaledClock } from '../../../src/kernel/machine-clock.js';
import { setUp, type Wire } from './staged.js';

export interface SocketAnswer {
  readonly status: number;
  readonly body: string;
  readonly data: Wire;
  /** Pieces in which the body came. */
  readonly chunks: number;
}

export async function onSockets() {
  const clock = createScaledClock(50);
  const setup = setUp(clock);
  const listening = await setup.simulator.listen('127.0.0.1', 0);
  const agent = new Agent({ keepAlive: false });
  const sockets: WebSocket[] = [];
  let token = '';

  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<SocketAnswer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const all = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(text), ...headers };
      const sent = request(`${listening.url}/svc/v1${path}`, { method, headers: all, agent }, (response) => {
        const pieces: string[] = [];
        response.setEncoding('utf8');
        response.on('data', (piece: string) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const content = pieces.join('');
          const { data } = JSON.parse(content);
          resolve({ status: response.statusCode ?? 0, body: content, data, chunks: pieces.length });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  const logIn = async (clientId: string): Promise<void> => {
    const answer = await call('POST', '/auth/token', { clientId, clientSecret: `${clientId}-secret` });
    token = answer.data.accessToken;
  };

  return {
    ...setup,
    clock,
    logIn,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      call('POST', path, body, headers),
    executions: (deviceId: string) => setup.simulator.fleet.get(deviceId)?.physical().executions,
    /** Opens a connection; frames are collected as they come. */
    connect: async () => {
      const { ticket } = (await call('POST', '/ws/ticket')).data;
      const socket = new WebSocket(`${listening.url.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`);
      sockets.push(socket);
      const frames: Wire[] = [];
      socket.on('message', (data) => frames.push(JSON.parse((data as Buffer).toString('utf8'))));
      const closed = once(socket, 'close') as Promise<[number, Buffer]>;
      await once(socket, 'open');
      const ping = (requestId: string): void =>
        socket.send(JSON.stringify({ type: 'request', topic: 'session.ping', requestId, data: {} }));
      return { socket, frames, closed, ping };
    },
    [Symbol.asyncDispose]: async () => {
      setup.engine.clearAll();
      for (const socket of sockets) socket.terminate();
      agent.destroy();
      await listening.close();
    },
  };
}
