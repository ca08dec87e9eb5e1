// The other end of a session without sockets: sends requests, and keeps what comes back.
import type { CloseFrame, CloseReason, Session } from '../../../src/simulator/transport/websocket/session.js';
import type { Simulated } from './simulated.js';

export interface Peer {
  readonly frames: Record<string, unknown>[];
  readonly closes: (CloseReason | CloseFrame)[];
  /** Bytes that the session is told to be waiting for this peer. */
  backlog: number;
  readonly session: Session;
  send(text: string): void;
  request(topic: string, requestId: string, data?: unknown): void;
  /** The reply to a request; time goes on until it has come. */
  reply(topic: string, data?: unknown): Promise<Record<string, unknown>>;
}

export function connectPeer({ simulator, dialect, clock }: Simulated, clientId: string): Peer {
  const { service } = simulator;
  const issued = service.issueToken({ clientId, clientSecret: `demo-${clientId}-secret` });
  const caller = issued.ok ? service.admit('ticket.create', issued.value.accessToken) : issued;
  const ticket = caller.ok ? service.issueTicket(caller.value) : caller;
  const opened = ticket.ok ? service.openConnection(ticket.value.ticket) : ticket;
  if (!opened.ok) throw new Error(`no connection for ${clientId}: ${opened.refusal.code}`);

  let requests = 0;
  const frames: Record<string, unknown>[] = [];
  const closes: (CloseReason | CloseFrame)[] = [];
  const request: Peer['request'] = (topic, requestId, data) =>
    peer.send(JSON.stringify(dialect.shapes.wsRequest.encode({ topic, requestId, data })));
  const peer: Peer = {
    frames,
    closes,
    backlog: 0,
    session: simulator.openSession(opened.value, {
      send: (text) => frames.push(JSON.parse(text) as Record<string, unknown>),
      close: (why) => closes.push(why),
      backlog: () => peer.backlog,
    }),
    send: (text) => peer.session.receive(text),
    request,
    reply: async (topic, data) => {
      const requestId = `r-${++requests}`;
      request(topic, requestId, data);
      const find = () => frames.find((frame) => frame['requestId'] === requestId);
      for (let waited = 0; !find(); waited += 50) {
        if (waited > 60_000) throw new Error(`no reply to ${topic}`);
        await clock.advance(50);
      }
      return find() as Record<string, unknown>;
    },
  };
  return peer;
}
