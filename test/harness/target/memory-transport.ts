// A transport without a network: it hands everything to a script in the same process, in order, at once.
import { setMaxListeners } from 'node:events';
import { arrived } from '../../../src/harness/target/in-process/create-in-process-transport.js';
import { broken } from '../../../src/harness/target/network/breakage.js';
import type {
  HttpOptions,
  HttpOutcome,
  HttpRequest,
  OpenOutcome,
  Socket,
  SocketHandlers,
  Transport,
} from '../../../src/harness/target/transport.js';
import type { Peer, ScriptedAnswer, ServerScript } from '../../suites/transport.js';

export function createMemoryTransport(script: ServerScript): Transport {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const sockets = new Set<Socket>();
  return {
    http: (request, options = {}) => exchange(script, request, options, closing.signal),
    open: async (path, handlers, { signal } = {}) => {
      const answer = closing.signal.aborted ? 503 : script.upgrade(path);
      if (answer === 'silence') {
        await given(signal, closing.signal).came;
        return { kind: 'refused', detail: 'given up' };
      }
      if (answer !== 'open') return { kind: 'refused', status: answer, detail: `HTTP ${answer}` };
      return openSocket(script, handlers, sockets);
    },
    close: () => {
      closing.abort();
      for (const socket of sockets) socket.cut();
      return Promise.resolve();
    },
  };
}

async function exchange(
  script: ServerScript,
  request: HttpRequest,
  { signal, cutAfterSending }: HttpOptions,
  closing: AbortSignal,
): Promise<HttpOutcome> {
  if (closing.aborted) return broken('refused', 'closed');
  const lowered = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]);
  const answered: Promise<ScriptedAnswer> = Promise.resolve(
    script.http(arrived({ ...request, headers: Object.fromEntries(lowered) })),
  );
  if (cutAfterSending) return broken('cut', 'cut on purpose');
  const waiting = given(signal, closing);
  const givenUp = waiting.came.then(() => 'given up' as const);
  const heard = answered.then(async (each) => (each === 'silence' ? givenUp : each));
  const answer: Exclude<ScriptedAnswer, 'silence'> | 'given up' = await Promise.race([heard, givenUp]);
  waiting.stop();
  if (answer === 'given up') return broken('aborted', 'given up');
  if (answer === 'break') return broken('reset', 'the connection broke');
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { kind: 'reply', reply: { ...answer, headers: Object.fromEntries(headers) } };
}

function given(...signals: (AbortSignal | undefined)[]): { came: Promise<void>; stop(): void } {
  let come = (): void => undefined;
  const came = new Promise<void>((resolve) => (come = resolve));
  const listener = (): void => come();
  for (const signal of signals) {
    if (signal?.aborted) come();
    signal?.addEventListener('abort', listener, { once: true });
  }
  return {
    came,
    stop: () => {
      for (const signal of signals) signal?.removeEventListener('abort', listener);
    },
  };
}

function openSocket(script: ServerScript, handlers: SocketHandlers, sockets: Set<Socket>): OpenOutcome {
  let open = true;
  let deaf = false;
  const later = (work: () => void): void => queueMicrotask(work);
  const end = (here: { code: number; reason: string }, there: number): void => {
    if (!open) return;
    open = false;
    later(() => {
      sockets.delete(socket);
      handlers.closed(here);
      script.closed?.(there);
    });
  };
  const peer: Peer = {
    send: (text) => later(() => (deaf || !open ? undefined : handlers.frame(text, false))),
    close: (code, reason) => later(() => end({ code, reason }, code)),
    drop: () => later(() => end({ code: 1006, reason: '' }, 1006)),
  };
  const send = (text: string): void => {
    if (open) later(() => script.frame?.(peer, text));
  };
  const cut = (): void => {
    deaf = true;
    end({ code: 1006, reason: '' }, 1006);
  };
  const socket: Socket = {
    send,
    sendAndCut: (text) => {
      send(text);
      cut();
      return Promise.resolve();
    },
    close: (code, reason) => end({ code, reason }, code),
    cut,
  };
  sockets.add(socket);
  script.opened?.(peer);
  return { kind: 'open', socket };
}
