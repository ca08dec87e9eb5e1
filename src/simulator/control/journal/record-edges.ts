// Records what happens at the edges: connections that open and close, and requests of which the service
// never hears because they make no sense.
import { isObject, jsonIn } from '../../../kernel/json.js';
import type { RestHandler } from '../../transport/rest/message.js';
import type { SessionFactory, SessionSocket } from '../../transport/websocket/session.js';
import { type Exchange, type Exchanges, given } from './exchanges.js';
import type { Journal } from './journal.js';

/** Marks each REST request while the handler decides about it. Lies inside of the faults. */
export function markRequests(next: RestHandler, { during, asked, answered }: Exchanges): RestHandler {
  return async (request) => {
    const [path = ''] = request.target.split('?', 1);
    const exchange: Exchange = { channel: 'rest', method: request.method, path };
    const reply = await during(exchange, () => next(request));
    if (exchange.number === undefined) {
      asked(exchange, { what: exchange.endpoint ?? 'raw' });
      answered(exchange, { status: reply.status, ...codeIn(reply.body) });
    }
    return reply;
  };
}

/** Marks each frame while the session decides about it. Lies inside of the faults. */
export function markFrames(next: SessionFactory, exchanges: Exchanges): SessionFactory {
  const { of, unmarked, during, asked, answered, refused } = exchanges;
  return (caller, socket) => {
    const { clientId } = caller;
    const { connection } = of(caller) ?? {};
    let sent: string | undefined;
    const session = next(unmarked(caller), {
      ...socket,
      send: (text) => {
        sent = text;
        socket.send(text);
      },
    });
    return {
      ...session,
      receive: (text) => {
        const exchange: Exchange = { channel: 'ws', client: clientId, ...given({ connection }) };
        sent = undefined;
        during(exchange, () => session.receive(text));
        if (exchange.number !== undefined || exchange.admitted) return;
        if (exchange.counted) refused(exchange, { what: 'raw' }, 'INVALID_REQUEST');
        else if (sent !== undefined) {
          asked(exchange, { what: 'raw' });
          answered(exchange, codeIn(sent));
        }
      },
    };
  };
}

export type CloseCodes = Readonly<Record<string, { readonly code: number; readonly reason: string }>>;

export interface Connections {
  /** Names the connections, and records their beginning and end. Lies outside of the faults. */
  record(next: SessionFactory): SessionFactory;
  readonly count: number;
  /** Closes all of them, as a service does that goes away. */
  closeAll(): void;
}

export function createConnections(
  journal: Journal,
  exchanges: Exchanges,
  closeCodes: CloseCodes,
): Connections {
  const open = new Set<SessionSocket>();
  let numbered = 0;

  const record =
    (next: SessionFactory): SessionFactory =>
    (caller, socket) => {
      const connection = `ws-${++numbered}`;
      const client = caller.clientId;
      let closed: { readonly code: number; readonly reason: string } | undefined;
      const watched: SessionSocket = {
        ...socket,
        close: (why) => {
          closed ??= typeof why === 'string' ? closeCodes[why] : why;
          socket.close(why);
        },
      };
      open.add(watched);
      journal.note({ kind: 'connection', connection, client, state: 'open' });
      const session = next(exchanges.mark(caller, { channel: 'ws', connection, client }), watched);
      return {
        ...session,
        end: () => {
          session.end();
          if (!open.delete(watched)) return;
          const by = closed ? 'target' : 'harness';
          const how = closed && { closeCode: closed.code, detail: closed.reason };
          journal.note({ kind: 'connection', connection, client, state: 'closed', by, ...how });
        },
      };
    };

  return {
    record,
    get count() {
      return open.size;
    },
    closeAll: () => {
      for (const socket of [...open]) socket.close('goingAway');
    },
  };
}

/** The code in an envelope; it has the same name in every dialect. */
function codeIn(text: string): { readonly code?: string } {
  const value = jsonIn(text);
  const code = isObject(value) ? value['code'] : undefined;
  return typeof code === 'string' ? { code } : {};
}
