// The way from the harness to a simulator in the same process: no sockets, and a latency on the clock of both,
// so that a whole run is a matter of virtual time.
import { WEBSOCKET_PATH } from '../../src/contract/limits.js';
import { broken } from '../../src/harness/target/network/breakage.js';
import type {
  HttpOptions,
  HttpOutcome,
  HttpRequest,
  OpenOutcome,
  Socket,
  SocketHandlers,
  Transport,
} from '../../src/harness/target/transport.js';
import type { Clock } from '../../src/kernel/clock.js';
import { createRandom } from '../../src/kernel/random.js';
import type { Simulator } from '../../src/simulator/simulator.js';
import { refusalReply } from '../../src/simulator/transport/rest/handle.js';
import { CLOSE_CODES } from '../../src/simulator/transport/websocket/close-codes.js';

/** One way, in ms. */
const LATENCY = 1;

const ABNORMAL = { code: 1006, reason: '' };

export function createInProcessTransport(simulator: Simulator, clock: Clock): Transport {
  const sockets = new Set<Socket>();
  return {
    http: (request, options = {}) => exchange(simulator, clock, request, options),
    open: async (path, handlers) => {
      await clock.sleep(LATENCY);
      const opened = openSocket(simulator, clock, path, handlers);
      if (opened.kind === 'open') sockets.add(opened.socket);
      await clock.sleep(LATENCY);
      return opened;
    },
    close: () => {
      for (const socket of sockets) socket.cut();
      return Promise.resolve();
    },
  };
}

async function exchange(
  { rest }: Simulator,
  clock: Clock,
  { method, path, headers, body = '' }: HttpRequest,
  { signal, cutAfterSending }: HttpOptions,
): Promise<HttpOutcome> {
  if (signal?.aborted) return broken('refused', 'the request was given up before it was sent');
  await clock.sleep(LATENCY);
  const replying = rest({ method, target: path, headers: lowered(headers), body });
  if (cutAfterSending) return broken('cut', 'the connection was cut on purpose');
  const reply = await unlessAborted(replying, signal);
  if (reply === 'aborted') return broken('aborted', 'the request was given up');
  await clock.sleep(LATENCY);
  if (reply.delivery?.kind === 'reset') return broken('reset', 'the connection broke');
  const all = { 'content-type': 'application/json', ...reply.headers };
  return { kind: 'reply', reply: { status: reply.status, headers: lowered(all), body: reply.body } };
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | 'aborted'> {
  let abort = (): void => undefined;
  const aborted = new Promise<'aborted'>((resolve) => (abort = () => resolve('aborted')));
  signal?.addEventListener('abort', abort);
  return Promise.race([work, aborted]).finally(() => signal?.removeEventListener('abort', abort));
}

function openSocket(
  { service, openSession, shell }: Simulator,
  clock: Clock,
  path: string,
  handlers: SocketHandlers,
): OpenOutcome {
  const [place, search] = path.split('?');
  const ticket = new URLSearchParams(search).get('ticket') ?? undefined;
  const admitted =
    place === WEBSOCKET_PATH
      ? service.openConnection(ticket)
      : { ok: false as const, refusal: { code: 'NOT_FOUND' as const, message: 'nothing here' } };
  if (!admitted.ok) {
    const { status, body } = refusalReply(admitted.refusal, shell.dialect, createRandom(1).stream('refusal'));
    return { kind: 'refused', status, body, detail: `HTTP ${status}` };
  }
  let open = true;
  const travel = (work: () => void): void => void clock.setTimer('frame', LATENCY, work);
  const end = (close: { code: number; reason: string }): void => {
    if (!open) return;
    open = false;
    session.end();
    travel(() => handlers.closed(close));
  };
  const session = openSession(admitted.value, {
    send: (text) => {
      if (open) travel(() => handlers.frame(text, false));
    },
    close: (why) => end(typeof why === 'string' ? CLOSE_CODES[why] : why),
    backlog: () => 0,
  });
  let underWay: string[] = [];
  // What is sent at one time arrives at one time, as in one segment of TCP.
  const send = (text: string): void => {
    if (underWay.push(text) > 1) return;
    travel(() => {
      const frames = underWay;
      underWay = [];
      for (const frame of frames) if (open) session.receive(frame);
    });
  };
  return {
    kind: 'open',
    socket: {
      send: (text) => (open ? send(text) : undefined),
      sendAndCut: async (text) => {
        send(text);
        await clock.sleep(LATENCY);
        end(ABNORMAL);
      },
      close: (code, reason) => end({ code, reason }),
      cut: () => end(ABNORMAL),
    },
  };
}
