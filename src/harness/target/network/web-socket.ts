// One WebSocket connection over the network.
import type { IncomingMessage } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import { defined } from '../../../kernel/defined.js';
import { toHex } from '../../../kernel/hex.js';
import type { OpenOutcome, OpenSocketOptions, Socket, SocketHandlers } from '../transport.js';
import { breakageOf } from './breakage.js';
import { hangUp } from './hang-up.js';
import { type NetworkLimits, type NetworkSettings, tlsOptions, USER_AGENT } from './settings.js';
import { notUtf8, readUtf8 } from './utf8.js';

/** Bytes of a refusal's body that are kept, for people who look for the reason. */
const REFUSAL_BODY = 2048;

const POLICY_VIOLATION = 1008;

/** Bytes that wait to leave; beyond, pings get no answer. */
const MOST_UNSENT = 64 * 1024;

export function openWebSocket(
  settings: NetworkSettings,
  limits: NetworkLimits,
  path: string,
  handlers: SocketHandlers,
  { signal, bearer }: OpenSocketOptions,
): Promise<OpenOutcome> {
  const ws = new WebSocket(settings.websocketUrl + path, {
    perMessageDeflate: false,
    // What is not UTF-8 is a finding with its place, which ws would not tell.
    skipUTF8Validation: true,
    autoPong: false,
    maxPayload: limits.message,
    headers: {
      'user-agent': USER_AGENT,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...tlsOptions(settings.tls),
  });
  const abort = (): void => ws.terminate();
  signal?.addEventListener('abort', abort, { once: true });
  const outcome = opening(ws, new URL(settings.websocketUrl).origin, signal);
  const socket = attach(ws, settings, limits, handlers);
  return outcome
    .then((refusal): OpenOutcome => refusal ?? { kind: 'open', socket })
    .finally(() => signal?.removeEventListener('abort', abort));
}

type Refusal = Extract<OpenOutcome, { kind: 'refused' }>;

/** Resolves with undefined when the connection is open. */
function opening(ws: WebSocket, host: string, signal: AbortSignal | undefined): Promise<Refusal | undefined> {
  return new Promise((resolve) => {
    ws.once('open', () => resolve(undefined));
    ws.on('error', (error) => {
      if (signal?.aborted) return resolve({ kind: 'refused', detail: 'the attempt was given up' });
      const { detail, cause } = breakageOf(error, host);
      resolve({ kind: 'refused', detail, ...(cause === undefined ? {} : { cause }) });
    });
    ws.once('unexpected-response', (request, response) => {
      const status = response.statusCode ?? 0;
      void beginning(response).then((body) => {
        resolve({ kind: 'refused', status, body, detail: `the upgrade was answered with HTTP ${status}` });
        request.destroy();
        ws.terminate();
      });
    });
    if (signal?.aborted) ws.terminate();
  });
}

/** The first bytes of the body, or as many as come before it ends or breaks. */
function beginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => resolve(Buffer.concat(chunks).subarray(0, REFUSAL_BODY).toString());
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= REFUSAL_BODY) finish();
    });
    for (const event of ['end', 'error', 'close']) response.on(event, finish);
  });
}

function attach(
  ws: WebSocket,
  { clock }: NetworkSettings,
  limits: NetworkLimits,
  handlers: SocketHandlers,
): Socket {
  let tcp: NetSocket | undefined;
  let opened = false;
  let deaf = false;
  let flooded = false;
  let fault: string | undefined;
  ws.on('upgrade', (response) => (tcp = response.socket));
  ws.on('open', () => (opened = true));
  const flood = (detail: string): void => {
    deaf = true;
    flooded = true;
    handlers.closed({ code: POLICY_VIOLATION, reason: '', detail, flooded: true });
    // A closing handshake would wait for a side that only sends.
    ws.terminate();
  };
  ws.on('error', (error) => {
    if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
      flood(`it brought a frame of more than ${limits.message} bytes`);
    else fault = error.message;
  });
  const intake = createIntake(limits);
  const isBeyond = (bytes: number): boolean => {
    const beyond = deaf ? undefined : intake.take(bytes);
    if (beyond !== undefined) flood(beyond);
    return deaf;
  };
  ws.on('message', (data, isBinary) => {
    const bytes = bytesOf(data);
    if (isBeyond(bytes.length)) return;
    if (isBinary) return handlers.frame(toHex(bytes), true);
    const { text, invalidAt } = readUtf8(bytes);
    handlers.frame(text, false, invalidAt === undefined ? undefined : notUtf8('a frame of text', invalidAt));
  });
  ws.on('ping', (data) => {
    // Answers that nobody reads would pile up here.
    if (!isBeyond(data.length) && ws.bufferedAmount < MOST_UNSENT) ws.pong(data);
  });
  ws.on('pong', (data) => void isBeyond(data.length));
  ws.on('close', (code, reason) => {
    if (!opened || flooded) return;
    const { text, invalidAt } = readUtf8(reason);
    const malformed = invalidAt === undefined ? undefined : notUtf8('a close frame', CODE_BYTES + invalidAt);
    handlers.closed({ code, reason: text, ...defined({ detail: fault, malformed }) });
  });
  // Without a callback, ws reports a failed write as an `error` event, and the close that follows says it all.
  const send = (text: string): void => {
    if (ws.readyState === WebSocket.OPEN) ws.send(text);
  };
  const cut = (): void => {
    deaf = true;
    ws.terminate();
  };
  const sendAndCut = async (text: string): Promise<void> => {
    deaf = true;
    if (ws.readyState !== WebSocket.OPEN || !tcp) return;
    const socket = tcp;
    await new Promise<void>((resolve) => ws.send(text, () => resolve()));
    await hangUp(socket, undefined, clock, limits.linger).catch(() => undefined);
    ws.terminate();
  };
  return { send, sendAndCut, close: (code, reason) => ws.close(code, reason), cut };
}

/** The code of a close frame stands before its reason. */
const CODE_BYTES = 2;

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

// What one WebSocket connection has brought, and whether that is more than it may bring.

function createIntake({ frames, received }: Pick<NetworkLimits, 'frames' | 'received'>) {
  let count = 0;
  let total = 0;
  return {
    /** Words for the limit that this frame goes beyond; undefined while there is none. */
    take: (bytes: number) => {
      count++;
      total += bytes;
      if (count > frames) return `it brought more than ${frames} frames`;
      return total > received ? `it brought more than ${received} bytes` : undefined;
    },
  };
}
