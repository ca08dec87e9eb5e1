// WebSocket connections to a server in the same process: frames that travel for a while, and a close that
// nothing overtakes.
import type { Clock } from '../../../kernel/clock.js';
import type { OpenOutcome, Socket, SocketHandlers } from '../transport.js';
import type { GivenUp } from './given-up.js';
import type { InProcessServer, Peer, UpgradeReply } from './in-process-server.js';

const ABNORMAL = 1006;

export interface InProcessSockets {
  open(
    server: InProcessServer,
    path: string,
    handlers: SocketHandlers,
    givenUp: GivenUp,
    bearer?: string,
  ): Promise<OpenOutcome>;
  cutAll(): void;
}

export function createSockets(clock: Clock, latency: number): InProcessSockets {
  const open = new Set<Socket>();
  return {
    open: async (server, path, handlers, givenUp, bearer) => {
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

interface Wire {
  readonly peer: Peer;
  connect(server: Opened, onEnd: () => void): Socket;
}

/** What the server sends or does before the opening is heard of waits for it. */
function createWire(clock: Clock, latency: number, handlers: SocketHandlers): Wire {
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
      send: (text) => whileOpen(() => toHere(() => hear(text))),
      close: (code, reason) => end('ended', code, reason),
    },
    connect: (opened, onEnd) => {
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
