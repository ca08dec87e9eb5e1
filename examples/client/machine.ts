// The ports as the machine has them. HTTP goes through undici's `request` and not through `fetch`: that one sends
// `Sec-Fetch-Mode`, a header of browsers, and this is code for servers (rule client.server-side-only).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import type { HttpPort, HttpResponse, Ports, Socket, SocketHandlers, SocketPort } from './ports.js';

const LARGEST_MESSAGE = 1_048_576;
const LARGEST_REFUSAL = 65_536;
/** How long the service may take for its part of a closing handshake, in ms. */
const CLOSING_TIME = 1000;

export function machinePorts(): Ports {
  return {
    clock: { now: () => Date.now(), sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }) },
    random: () => Math.random(),
    newKey: () => randomUUID(),
    http: createHttp(),
    sockets: SOCKETS,
  };
}

function createHttp(): HttpPort {
  const agent = new Agent();
  return {
    send: async ({ method, url, headers, body }, signal) => {
      const options = { method, headers, signal, dispatcher: agent, ...(body !== undefined && { body }) };
      const response = await request(url, options);
      const retryAfter = response.headers['retry-after'];
      return {
        status: response.statusCode,
        retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
        body: await response.body.text(),
      };
    },
    close: () => agent.destroy(),
  };
}

const SOCKETS: SocketPort = {
  open: (url, handlers, signal) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { maxPayload: LARGEST_MESSAGE });
      const stop = (): void => socket.terminate();
      signal.addEventListener('abort', stop, { once: true });
      const settled = (): void => signal.removeEventListener('abort', stop);
      socket.on('error', (error) => reject(error));
      socket.on('unexpected-response', (_, response) => {
        readRefusal(response).then(resolve, reject).finally(settled);
      });
      socket.on('open', () => {
        settled();
        resolve(tie(socket, handlers));
      });
      socket.on('close', () => {
        settled();
        reject(new Error('the connection ended before it was open'));
      });
    }),
};

function tie(socket: WebSocket, { onMessage, onClose }: SocketHandlers): Socket {
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) onMessage(data.toString('utf8'));
  });
  socket.once('close', onClose);
  return {
    send: (text) => socket.send(text),
    close: () => {
      const timer = setTimeout(() => socket.terminate(), CLOSING_TIME);
      socket.once('close', () => clearTimeout(timer));
      socket.close(1000);
    },
    cut: () => socket.terminate(),
  };
}

async function readRefusal(response: IncomingMessage): Promise<HttpResponse> {
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > LARGEST_REFUSAL) break;
  }
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body };
}
