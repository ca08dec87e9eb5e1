// Defects of requests, replies and odd frames on a WebSocket connection.
import type { SessionSocket } from '../transport/websocket/session.js';
import type { ErrorCode } from '../../contract/error-codes.js';
import { refuse } from '../service/outcome.js';
import { breaks, type Defect, defects } from './defect.js';
import type { Edge, EdgeOf } from '../edge/edge.js';
import { call, frames, isReply, texts, withoutFields } from '../edge/helpers.js';
import { conversations, failedFrame, requestIdIn, shownPeripherals } from './parts.js';
import { isOverWebSocket } from './wrong-ports.js';

/** Requests in flight on one connection from which on replies are mixed up. */
const MANY = 8;

const HEARTBEAT = 'session.ping';

export const WEBSOCKET_DEFECTS = defects({
  // Message rules: a reply has the type reply.
  'reply-without-type': breaks('ws.reply-shape', {
    summary: 'Replies on the WebSocket have the type response instead of reply.',
    edge: frames((frame) => (isReply(frame) ? { ...frame, type: 'response' } : undefined)),
  }),
  // Message rules: a request and its reply have the same requestId.
  'reply-with-neighbours-id': breaks('ws.correlation', {
    summary: 'A reply carries the requestId of the request that came after its own.',
    edge: withAnswered((own, waiting) => waiting.find((id) => id !== own) ?? own),
  }),
  // Message rules: a request and its reply have the same requestId, however many requests are in flight.
  'replies-swapped-under-load': breaks('ws.correlation', {
    summary:
      'With eight or more requests in flight on a connection, replies carry the requestId of another one.',
    edge: withAnswered((own, waiting) => {
      if (!waiting.includes(own)) return undefined;
      return waiting.length < MANY ? own : waiting.find((id) => id !== own);
    }),
  }),
  // Message rules: each request and its reply are correlated, however many requests are in flight.
  'ninth-request-unanswered': breaks('ws.correlation', {
    summary: 'While eight requests of a connection are under way, one more is never answered.',
    edge: losing((_, underWay) => underWay >= MANY),
  }),
  // Message rules: a request and its reply are correlated by requestId, which another connection may use, too.
  'twin-identifier-mixed-up': breaks('ws.correlation', {
    summary: 'A requestId that two connections of a client use at once is replied to on the later one.',
    edge: () => {
      const askers = new Map<string, SessionSocket>();
      return texts(({ clientId }) => ({
        received: (text, pass, socket) => {
          askers.set(`${clientId} ${requestIdIn(text)}`, socket);
          pass();
        },
        sent: (text, pass, socket) => {
          const asker = askers.get(`${clientId} ${requestIdIn(text)}`) ?? socket;
          if (asker === socket) pass();
          else asker.send(text);
        },
      }));
    },
  }),
  // Request topics: session.ping is a heartbeat of the application, and gets a reply from the first moment on.
  'deaf-at-first': breaks('ws.ping', {
    summary: 'What comes on a connection in its first 50 ms is lost.',
    edge: hearing((_, age) => age > 50),
  }),
  // Request topics: session.ping is a heartbeat of the application, and gets a reply.
  'ping-unanswered': breaks('ws.ping', {
    summary: 'session.ping is read and never answered.',
    edge: hearing((text) => !isPing(text)),
  }),
  // Request topics: session.ping is a heartbeat, and gets a reply as long as the connection stands.
  'ping-unanswered-after-twenty-seconds': breaks('ws.ping', {
    summary: 'session.ping is never answered on a connection that has been open for twenty seconds.',
    edge: hearing((text, age) => !isPing(text) || age < 20_000),
  }),
  // Request topics: session.ping is a heartbeat, and gets a reply while other requests are under way, too.
  'ping-lost-during-operation': breaks('ws.ping', {
    summary: 'session.ping is never answered on a connection on which an operation is under way.',
    edge: losing((text, underWay) => isPing(text) && underWay > 0, isOperation),
  }),
  // Request topics: a request gets a reply, and a heartbeat is the least of them.
  'no-frame-answered': breaks('ws.ping', {
    summary: 'No frame that a client sends is ever answered; events come.',
    edge: hearing(() => false),
  }),
  // Message rules: a reply has a code, the one to a malformed frame too.
  'bad-frame-without-code': breaks('ws.reply-shape', {
    summary: 'The reply to a malformed frame has no code and no message.',
    edge: frames((frame) =>
      isReply(frame) && frame['code'] === 'INVALID_REQUEST'
        ? withoutFields(frame, 'code', 'message')
        : undefined,
    ),
  }),
  // Errors: INTERNAL_ERROR is for a failure of the server, over WebSocket too.
  'bad-frame-is-internal-error': breaks('envelope.bad-input-is-no-500', {
    summary: 'A malformed frame is answered with INTERNAL_ERROR.',
    edge: frames(failedFrame),
  }),
  // Message rules: each request and its reply are correlated, so a malformed one is answered, or ends its connection.
  'bad-frame-unanswered': breaks('ws.bad-frame-survives', {
    summary: 'A malformed frame is neither answered nor does it close its connection.',
    edge: frames((frame) => (isReply(frame) && frame['code'] === 'INVALID_REQUEST' ? null : undefined)),
  }),
  // Message rules: a malformed frame may end its connection, but with a close frame that says why.
  'bad-frame-cuts': breaks('ws.bad-frame-survives', {
    summary: 'A connection on which no JSON comes is cut off without a close frame.',
    edge: texts(() => ({
      received: (text, pass, socket) => {
        if (text.trimEnd().endsWith('}')) pass();
        else socket.close({ code: 1006, reason: '' });
      },
    })),
  }),
  // Operations of device.operation.execute: each is executed; a connection may close, but not each time.
  'operation-closes-connection': breaks('ws.operation-execute', {
    summary: 'A connection is closed with 1011 when device.operation.execute comes on it.',
    edge: texts(() => ({
      received: (text, pass, socket) => {
        if (isOperation(text)) socket.close('failed');
        else pass();
      },
    })),
  }),
  // Request topics: device.state.get refreshes the device and returns its state.
  'state-get-stale': breaks('ws.state-get', {
    summary:
      'device.state.get spends the budget and shows the relays as they were before the device was used.',
    edge: shownPeripherals(({ relays }, _, { origin }) =>
      isOverWebSocket(origin) ? { relays: relays.map((relay) => ({ ...relay, on: false })) } : {},
    ),
  }),
  // Operations of device.operation.execute: there are four of them, and each can be executed.
  'ws-relays-only': breaks('ws.operation-execute', {
    summary: 'device.operation.execute refuses every operation but device.relay.set.',
    edge: call('operate', (caller, request, next) =>
      isOverWebSocket(caller.origin) && request.operation.name !== 'device.relay.set'
        ? refuse('INVALID_REQUEST', 'The operation is unknown.')
        : next(caller, request),
    ),
  }),
  // Errors: a rate-limited request is a recoverable result and no failure of the connection.
  'rate-limit-closes-connection': breaks('ws.errors-keep-connection', {
    summary: 'The connection is closed after a rate-limited request.',
    edge: withCloseAfter('RATE_LIMITED'),
  }),
  // Message rules: a connection may close at any time, but a malformed frame closes no other connection.
  'bad-frame-closes-all': breaks('ws.bad-frame-survives', {
    summary: 'A malformed frame closes the connections of all clients.',
    edge: () => {
      const sockets = new Set<SessionSocket>();
      return {
        session: (caller, socket, next) => {
          sockets.add(socket);
          const session = next(caller, socket);
          return {
            receive: (text) => {
              if (text.trimStart().startsWith('{')) session.receive(text);
              else for (const each of sockets) each.close('unreadable');
            },
            end: () => {
              sockets.delete(socket);
              session.end();
            },
          };
        },
      };
    },
  }),
  // Message rules: a reply has the requestId of its request, letter by letter.
  'request-id-folded': withRequestIds('Replies carry the requestId in small letters.', (requestId) =>
    requestId.toLowerCase(),
  ),
  // Message rules: a reply has the requestId of its request, as the text that it is.
  'request-id-made-a-number': withRequestIds('A requestId of digits comes back as a number.', (requestId) =>
    /^\d+$/.test(requestId) ? Number(requestId) : requestId,
  ),
  // Request topics: session.ping is a heartbeat, and each one is answered.
  'third-ping-unanswered': breaks('ws.ping', {
    summary: 'Every third session.ping of a connection gets no reply.',
    edge: texts(() => {
      let pings = 0;
      return {
        received: (text, pass) => {
          if (!isPing(text) || ++pings % 3 !== 0) pass();
        },
      };
    }),
  }),
  // Errors: a request that is refused is a result and no failure of the connection.
  'denial-closes-connection': breaks('ws.errors-keep-connection', {
    summary: 'The connection is closed after a request that was denied.',
    edge: withCloseAfter('AUTH_SCOPE_DENIED'),
  }),
  // Message rules: a request and its reply have the same requestId, whatever characters it has.
  'request-id-as-spelled': withRequestIds(
    'A reply carries the requestId with the escapes of its JSON in it.',
    (requestId) => JSON.stringify(requestId).slice(1, -1),
  ),
  // Message rules: a request and its reply have the same requestId, and all of it.
  'request-id-cut-at-forty': withRequestIds(
    'Of a requestId a reply carries the first forty characters.',
    (requestId) => requestId.slice(0, 40),
  ),
  // Message rules: a request and its reply have the same requestId, and not the first text that looks like one.
  'request-id-of-another-field': breaks('ws.correlation', {
    summary: 'A heartbeat whose data has a text is answered with that text as the requestId.',
    edge: received((text) => text.replace(/"echo":("[^"]*")(.*)"requestId":"[^"]*"/, '$2"requestId":$1')),
  }),
  // Message rules: only what is a request of a topic is served as one.
  'like-a-heartbeat': breaks('ws.bad-frame-survives', {
    summary: 'A frame whose topic is as long as that of a heartbeat, and begins alike, is taken for one.',
    edge: received((text) => text.replace(/"session\.\w{4}"/, `"${HEARTBEAT}"`)),
  }),
  // Request topics: session.ping is answered each time, whatever was sent before.
  'mute-after-126-bytes': breaks('ws.ping', {
    summary: 'After a frame of 126 bytes, whose length is written wrongly, a client reads no further one.',
    edge: texts(() => {
      let isMute = false;
      return {
        sent: (text, pass) => {
          isMute ||= new TextEncoder().encode(text).length === 126;
          if (!isMute) pass();
        },
      };
    }),
  }),
});

function isOperation(text: string): boolean {
  return text.includes('"device.operation.execute"');
}

function isPing(text: string): boolean {
  return text.includes('"session.ping"');
}

/** @param code the connection is closed after a text that has it. */
function withCloseAfter(code: ErrorCode): Edge {
  return texts(() => ({
    sent: (text, pass, socket) => {
      pass();
      if (text.includes(`"${code}"`)) socket.close('normal');
    },
  }));
}

/** @param shown the requestId that a reply has instead of its own. */
function withRequestIds(summary: string, shown: (requestId: string) => string | number): Omit<Defect, 'id'> {
  const edge = frames((frame) => {
    const { requestId } = frame;
    return isReply(frame) && typeof requestId === 'string'
      ? { ...frame, requestId: shown(requestId) }
      : undefined;
  });
  return { rule: 'ws.correlation', summary, edge };
}

/**
 * Gives replies the requestId of another request of the connection.
 * @param answered the requestId that a reply gets, from its own and from those that no reply has had yet;
 *   undefined leaves the reply as it is.
 */
function withAnswered(answered: (own: string, waiting: readonly string[]) => string | undefined): Edge {
  return conversations(() => {
    const waiting: string[] = [];
    return {
      asked: (requestId) => void waiting.push(requestId),
      edit: (frame) => {
        const requestId = isReply(frame) ? answered(String(frame['requestId']), waiting) : undefined;
        if (requestId === undefined) return undefined;
        if (waiting.includes(requestId)) waiting.splice(waiting.indexOf(requestId), 1);
        return { ...frame, requestId };
      },
    };
  });
}

/** @param read the text instead of the one that came. */
function received(read: (text: string) => string): Edge {
  return texts(() => ({ received: (text, pass) => pass(read(text)) }));
}

/** @param hears whether a text is read that comes on a connection of this age in ms. */
function hearing(hears: (text: string, age: number) => boolean): EdgeOf {
  return ({ clock }) =>
    texts(({ openedAt }) => ({
      received: (text, pass) => {
        if (hears(text, clock.now() - openedAt)) pass();
      },
    }));
}

/** @param loses whether a text is lost that comes while so many requests of its connection are under way that count. */
function losing(
  loses: (text: string, underWay: number) => boolean,
  counts: (text: string) => boolean = () => true,
): Edge {
  return texts(() => {
    const underWay = new Set<unknown>();
    return {
      sent: (text, pass) => {
        underWay.delete(requestIdIn(text));
        pass();
      },
      received: (text, pass) => {
        if (loses(text, underWay.size)) return;
        if (counts(text)) underWay.add(requestIdIn(text));
        pass();
      },
    };
  });
}
