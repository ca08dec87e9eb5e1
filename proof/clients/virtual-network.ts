// A network in virtual time between clients in this process and a simulator without sockets: bytes take a while, each
// process has its own connections, and what becomes of a reply is recorded as at a real port.
import { WEBSOCKET_PATH } from '../../src/contract/limits.js';
import type { Clock } from '../../src/kernel/clock.js';
import { createRandom } from '../../src/kernel/random.js';
import { refusalReply } from '../../src/simulator/transport/rest/handle.js';
import type { Arrival, WholeReply } from '../../src/simulator/transport/rest/message.js';
import type { Simulator } from '../../src/simulator/simulator.js';
import { upgradeOf } from '../../src/simulator/transport/websocket/upgrade.js';

export interface VirtualRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface VirtualResponse {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  readonly body: string;
}

export interface VirtualSocket {
  send(text: string): void;
  close(): void;
  cut(): void;
}

export interface VirtualHandlers {
  onMessage(text: string): void;
  onClose(): void;
}

/** What one process of a client has of the network. The shape is that of the ports of the example client. */
export interface VirtualPorts {
  readonly http: {
    send(request: VirtualRequest, signal: AbortSignal): Promise<VirtualResponse>;
    close(): Promise<void>;
  };
  readonly sockets: {
    open(
      url: string,
      handlers: VirtualHandlers,
      signal: AbortSignal,
      headers?: Readonly<Record<string, string>>,
    ): Promise<VirtualSocket | VirtualResponse>;
  };
}

/** One way, in ms. */
const LATENCY = 2;

export interface VirtualNetwork {
  ports(instance: string): VirtualPorts;
}

export function createVirtualNetwork(current: () => Simulator, clock: Clock): VirtualNetwork {
  let sockets = 0;
  const refusalIds = createRandom(1).stream('refusal');
  return {
    ports: (instance) => {
      const idle: number[] = [];
      const send = async (request: VirtualRequest, signal: AbortSignal): Promise<VirtualResponse> => {
        const socket = idle.pop() ?? ++sockets;
        const response = await exchange(current, clock, request, { socket, instance }, signal);
        idle.push(socket);
        return response;
      };
      return {
        http: { send, close: () => Promise.resolve() },
        sockets: {
          open: async (url, handlers, signal, headers = {}) => {
            await clock.sleep(LATENCY, signal);
            const { service, shell, openSession } = current();
            const { pathname, searchParams } = new URL(url);
            const upgrade = upgradeOf(searchParams.toString(), headers, instance);
            const admitted =
              pathname === WEBSOCKET_PATH
                ? service.openConnection(upgrade.ticket, upgrade)
                : { ok: false as const, refusal: { code: 'NOT_FOUND' as const, message: 'nothing here' } };
            if (!admitted.ok) {
              const reply = refusalReply(admitted.refusal, shell.dialect, refusalIds);
              await clock.sleep(LATENCY, signal);
              return responseOf(reply);
            }
            return openSocket(clock, handlers, (socket) => openSession(admitted.value, socket, upgrade));
          },
        },
      };
    },
  };
}

async function exchange(
  current: () => Simulator,
  clock: Clock,
  { method, url, headers, body = '' }: VirtualRequest,
  sender: Pick<Arrival, 'socket' | 'instance'>,
  signal: AbortSignal,
): Promise<VirtualResponse> {
  await clock.sleep(LATENCY, signal);
  const simulator = current();
  const { traffic } = simulator.shell;
  const arrival: Arrival = { from: clock.now(), ...sender };
  const { pathname, search } = new URL(url);
  const gone = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const working = simulator.rest({ method, target: pathname + search, headers, body, arrival });
  const reply = await Promise.race([working, gone]);
  if (!reply) {
    const since = clock.now();
    const leave = (): void => {
      if (arrival.origin) traffic?.delivered(arrival.origin, 'cut', since);
    };
    if (arrival.origin?.row) leave();
    else void working.then(leave);
    throw new Error('given up');
  }
  const { delivery } = reply;
  if (delivery?.kind === 'reset') {
    if (arrival.origin) traffic?.delivered(arrival.origin, 'lost');
    await clock.sleep(LATENCY, signal);
    throw new Error('the connection was reset');
  }
  if (delivery?.kind === 'slow')
    await clock.sleep((reply.body.length / delivery.bytesPerSecond) * 1000, signal);
  const { origin } = arrival;
  const isLate = (origin?.row?.answeredAt ?? Number.POSITIVE_INFINITY) < clock.now() - 1;
  if (origin && isLate) traffic?.delivered(origin, 'handed-over');
  await clock.sleep(LATENCY, signal);
  return responseOf(reply);
}

function responseOf({ status, headers, body }: WholeReply): VirtualResponse {
  return { status, body, retryAfter: headers['retry-after'] };
}

type OpenedSocket = Parameters<Simulator['openSession']>[1];

function openSocket(
  clock: Clock,
  handlers: VirtualHandlers,
  open: (socket: OpenedSocket) => ReturnType<Simulator['openSession']>,
): Promise<VirtualSocket> {
  let isOpen = true;
  const toClient = (act: () => void): void => void clock.setTimer('to the client', LATENCY, act);
  const ended = (): void => {
    if (!isOpen) return;
    isOpen = false;
    toClient(handlers.onClose);
  };
  const session = open({
    send: (text, onSent) => {
      if (!isOpen) return;
      onSent?.();
      toClient(() => handlers.onMessage(text));
    },
    close: () => {
      ended();
      clock.setTimer('closed', LATENCY, () => session.end());
    },
    backlog: () => 0,
  });
  const leave = (): void => {
    if (!isOpen) return;
    ended();
    clock.setTimer('to the service', LATENCY, () => session.end());
  };
  const socket: VirtualSocket = {
    send: (text) => {
      if (isOpen) clock.setTimer('to the service', LATENCY, () => session.receive(text));
    },
    close: leave,
    cut: leave,
  };
  return clock.sleep(LATENCY).then(() => socket);
}
