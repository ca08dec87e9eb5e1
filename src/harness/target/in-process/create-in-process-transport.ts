// The way to a server in the same process: no sockets, and a latency on the clock of both, so that a whole run
// is a matter of virtual time. test/suites/transport.ts holds for it as for the network.
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../../kernel/clock.js';
import { bodyText } from '../gated-transport.js';
import { broken } from '../network/breakage.js';
import type {
  HttpOptions,
  HttpOutcome,
  HttpReply,
  HttpRequest,
  OpenOutcome,
  Socket,
  SocketHandlers,
  Transport,
} from '../transport.js';
import { onAbort } from '../../../kernel/on-abort.js';

/** Made once: an abort without a reason makes one with a stack, and a search closes thousands of transports. */
const CLOSED = new Error('the transport was closed');

/** @param latency of every message, one way, in ms of the clock. */
export function createInProcessTransport(server: InProcessServer, clock: Clock, latency = 1): Transport {
  const closing = new AbortController();
  // Every request under way listens, and there may be many.
  setMaxListeners(0, closing.signal);
  const sockets = createSockets(clock, latency);
  return {
    http: async (request, options = {}) => {
      const givenUp = createGivenUp([options.signal, closing.signal]);
      return exchange(server, clock, latency, request, options, givenUp).finally(givenUp.dispose);
    },
    open: async (path, handlers, { signal, bearer } = {}) => {
      const givenUp = createGivenUp([signal, closing.signal]);
      return sockets.open(server, path, handlers, givenUp, bearer).finally(givenUp.dispose);
    },
    close: () => {
      closing.abort(CLOSED);
      sockets.cutAll();
      return Promise.resolve();
    },
  };
}

async function exchange(
  server: InProcessServer,
  clock: Clock,
  latency: number,
  { headers, ...request }: HttpRequest,
  { cutAfterSending }: HttpOptions,
  givenUp: GivenUp,
): Promise<HttpOutcome> {
  if (givenUp.already) return broken('refused', 'the request was given up before it was sent');
  await clock.sleep(latency);
  const answering = server.request(arrived({ ...request, headers: lowered(headers) }));
  if (cutAfterSending) {
    answering.catch(() => undefined);
    return broken('cut', 'the connection was cut on purpose');
  }
  const answer = await Promise.race([answering, givenUp.came]);
  if (answer === 'given up') return broken('aborted', 'the request was given up');
  await clock.sleep(latency);
  if (answer === 'break') return broken('reset', 'the connection broke');
  return { kind: 'reply', reply: { ...answer, headers: lowered(answer.headers) } };
}

/** The request as a server reads it: chunks are told by their header. */
export function arrived({ body: given, bodyAs, ...request }: HttpRequest): HttpRequest {
  const body = bodyText({ ...(given !== undefined && { body: given }), ...(bodyAs && { bodyAs }) });
  const headers = bodyAs === 'pieces' ? { 'transfer-encoding': 'chunked' } : {};
  return { ...request, headers: { ...request.headers, ...headers }, ...(body !== undefined && { body }) };
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  const low: Record<string, string> = {};
  for (const name in headers) low[name.toLowerCase()] = headers[name] ?? '';
  return low;
}

// WebSocket connections to a server in the same process: frames that travel for a while, and a close that
// nothing overtakes.

const ABNORMAL = 1006;

function createSockets(clock: Clock, latency: number) {
  const open = new Set<Socket>();
  return {
    open: async (
      server: InProcessServer,
      path: string,
      handlers: SocketHandlers,
      givenUp: GivenUp,
      bearer?: string,
    ): Promise<OpenOutcome> => {
      if (givenUp.already) return { kind: 'refused', detail: 'given up' };
      await clock.sleep(latency);
      const wire = createWire(clock, latency, handlers);
      const upgrading = Promise.resolve(server.upgrade(path, wire.peer, bearer));
      const upgrade = await Promise.race([upgrading, givenUp.came]);
      if (upgrade === 'given up') {
        void upgrading.then((late) => late.kind === 'open' && late.ended(ABNORMAL));
        return { kind: 'refused', detail: 'given up' };
      }
      await clock.sleep(latency);
      if (upgrade.kind === 'refused') {
        const { status, body } = upgrade;
        return { kind: 'refused', status, body, detail: `HTTP ${status}` };
      }
      const socket = wire.connect(upgrade, () => open.delete(socket));
      open.add(socket);
      return { kind: 'open', socket };
    },
    cutAll: () => {
      for (const socket of open) socket.cut();
    },
  };
}

type Opened = Extract<UpgradeReply, { kind: 'open' }>;

/** What the server sends or does before the opening is heard of waits for it. */
function createWire(clock: Clock, latency: number, handlers: SocketHandlers) {
  let state: 'open' | 'ended' | 'cut' = 'open';
  let server: Opened | undefined;
  let onEnded = (): void => undefined;
  let early: (() => void)[] | undefined = [];

  const travel = (work: () => void): void => {
    clock.setTimer('frame', latency, work);
  };
  const toHere = (work: () => void): void => {
    if (early) early.push(work);
    else travel(work);
  };
  const whileOpen = (work: () => void): void => {
    if (state === 'open') work();
  };
  const end = (how: 'ended' | 'cut', code: number, reason: string): void =>
    whileOpen(() => {
      state = how;
      server?.ended(code);
      onEnded();
      toHere(() => handlers.closed({ code, reason }));
    });
  const toServer = batched(travel, (text) => whileOpen(() => server?.receive(text)));
  const hear = (text: string): void => {
    // After a cut nothing is heard, not even what was on its way.
    if (state !== 'cut') handlers.frame(text, false);
  };
  return {
    peer: {
      send: (text: string) => whileOpen(() => toHere(() => hear(text))),
      close: (code: number, reason: string) => end('ended', code, reason),
    } satisfies Peer,
    connect: (opened: Opened, onEnd: () => void): Socket => {
      server = opened;
      onEnded = onEnd;
      for (const work of early ?? []) travel(work);
      early = undefined;
      return {
        send: (text) => whileOpen(() => toServer(text)),
        sendAndCut: async (text) => {
          if (state !== 'open') return;
          toServer(text);
          await clock.sleep(latency);
          end('cut', ABNORMAL, '');
        },
        close: (code, reason) => travel(() => end('ended', code, reason)),
        cut: () => end('cut', ABNORMAL, ''),
      };
    },
  };
}

/** What is sent at one time arrives at one time, as in one segment of TCP. */
function batched(travel: (work: () => void) => void, arrive: (text: string) => void): (text: string) => void {
  let underWay: string[] = [];
  return (text) => {
    if (underWay.push(text) > 1) return;
    travel(() => {
      const frames = underWay;
      underWay = [];
      for (const frame of frames) arrive(frame);
    });
  };
}

// Waits for the first of several signals, and lets go of them all when it is no longer needed.

type GivenUp = ReturnType<typeof createGivenUp>;

function createGivenUp(signals: readonly (AbortSignal | undefined)[]) {
  let come = (): void => undefined;
  const came = new Promise<'given up'>((resolve) => (come = () => resolve('given up')));
  const forget = signals.map((signal) => signal && onAbort(signal, come));
  const already = signals.some((signal) => signal?.aborted);
  if (already) come();
  return {
    already,
    came,
    dispose: () => {
      for (const each of forget) each?.();
    },
  };
}

// What a server in the same process looks like to the transport that reaches it without a socket.

export interface InProcessServer {
  /** `break`: the connection is reset instead of an answer. May never resolve. */
  request(request: HttpRequest): Promise<HttpReply | 'break'>;
  /** An upgrade request for the path, perhaps with an access token in its header; what is sent to `peer` at once is heard after the opening. */
  upgrade(path: string, peer: Peer, bearer?: string): UpgradeReply | Promise<UpgradeReply>;
}

/** The server's end of a connection. */
export interface Peer {
  send(text: string): void;
  /** 1006 breaks the connection, without a closing handshake. */
  close(code: number, reason: string): void;
}

export type UpgradeReply =
  | {
      readonly kind: 'open';
      receive(text: string): void;
      /** The connection is over, whoever ended it; 1006 when there was no closing handshake. */
      ended(code: number): void;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly body: string };
