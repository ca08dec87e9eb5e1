// Defects of requests and replies on a WebSocket connection.
import type { SessionSocket } from '../transport/websocket/session.js';
import type { ErrorCode } from '../../contract/error-codes.js';
import { editFrames, isReply, type Json } from '../wire/edit-messages.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';
import { withConversations } from './wrap/frames.js';
import { withPeripherals, withService } from './wrap/service.js';
import { withReceived, withSent } from './wrap/texts.js';

/** Requests in flight on one connection from which on replies are mixed up. */
const MANY = 8;

export const WEBSOCKET_DEFECTS: readonly Defect[] = [
  // Message rules: a reply has the type reply.
  {
    id: 'reply-without-type',
    rule: 'ws.reply-shape',
    summary: 'Replies on the WebSocket have the type response instead of reply.',
    decorate: () => editFrames((frame) => (isReply(frame) ? { ...frame, type: 'response' } : undefined)),
  },
  // Message rules: a request and its reply have the same requestId.
  {
    id: 'reply-with-neighbours-id',
    rule: 'ws.correlation',
    summary: 'A reply carries the requestId of the request that came after its own.',
    decorate: () => withAnswered((own, waiting) => waiting.find((id) => id !== own) ?? own),
  },
  // Message rules: a request and its reply have the same requestId, however many requests are in flight.
  {
    id: 'replies-swapped-under-load',
    rule: 'ws.correlation',
    summary:
      'With eight or more requests in flight on a connection, replies carry the requestId of another one.',
    decorate: () =>
      withAnswered((own, waiting) => {
        if (!waiting.includes(own)) return undefined;
        return waiting.length < MANY ? own : waiting.find((id) => id !== own);
      }),
  },
  // Request topics: session.ping is a heartbeat of the application, and gets a reply.
  {
    id: 'ping-unanswered',
    rule: 'ws.ping',
    summary: 'session.ping is read and never answered.',
    decorate: () =>
      withReceived(() => (text, pass) => {
        if (!isPing(text)) pass();
      }),
  },
  // Request topics: session.ping is a heartbeat, and gets a reply while other requests are under way, too.
  {
    id: 'ping-lost-during-operation',
    rule: 'ws.ping',
    summary: 'session.ping is never answered on a connection on which an operation is under way.',
    decorate: () => ({
      session: (next) => (caller, socket) => {
        const underWay = new Set<unknown>();
        const session = next(caller, {
          ...socket,
          send: (text, onSent) => {
            const frame = JSON.parse(text) as Json;
            if (isReply(frame)) underWay.delete(frame['requestId']);
            socket.send(text, onSent);
          },
        });
        return {
          ...session,
          receive: (text) => {
            if (isPing(text) && underWay.size > 0) return;
            if (text.includes('"device.operation.execute"'))
              underWay.add(/"requestId":"([^"]+)"/.exec(text)?.[1]);
            session.receive(text);
          },
        };
      },
    }),
  },
  // Request topics: a request gets a reply, and a heartbeat is the least of them.
  {
    id: 'no-frame-answered',
    rule: 'ws.ping',
    summary: 'No frame that a client sends is ever answered; events come.',
    decorate: () => withReceived(() => () => undefined),
  },
  // Message rules: a reply has a code, the one to a malformed frame too.
  {
    id: 'bad-frame-without-code',
    rule: 'ws.reply-shape',
    summary: 'The reply to a malformed frame has no code and no message.',
    decorate: () =>
      editFrames((frame) => {
        if (!isReply(frame) || frame['code'] !== 'INVALID_REQUEST') return undefined;
        const { code: _, message: __, ...rest } = frame;
        return rest;
      }),
  },
  // Errors: INTERNAL_ERROR is for a failure of the server, over WebSocket too.
  {
    id: 'bad-frame-is-internal-error',
    rule: 'envelope.bad-input-is-no-500',
    summary: 'A malformed frame is answered with INTERNAL_ERROR.',
    decorate: () =>
      editFrames((frame) =>
        isReply(frame) && frame['code'] === 'INVALID_REQUEST'
          ? { ...frame, code: 'INTERNAL_ERROR' }
          : undefined,
      ),
  },
  // Message rules: each request and its reply are correlated, so a malformed one is answered, or ends its connection.
  {
    id: 'bad-frame-unanswered',
    rule: 'ws.bad-frame-survives',
    summary: 'A malformed frame is neither answered nor does it close its connection.',
    decorate: () =>
      editFrames((frame) => (isReply(frame) && frame['code'] === 'INVALID_REQUEST' ? null : undefined)),
  },
  // Message rules: a malformed frame may end its connection, but with a close frame that says why.
  {
    id: 'bad-frame-cuts',
    rule: 'ws.bad-frame-survives',
    summary: 'A connection on which no JSON comes is cut off without a close frame.',
    decorate: () => ({
      session: (next) => (caller, socket) => {
        const session = next(caller, socket);
        return {
          ...session,
          receive: (text) => {
            if (text.trimEnd().endsWith('}')) session.receive(text);
            else socket.close({ code: 1006, reason: '' });
          },
        };
      },
    }),
  },
  // Operations of device.operation.execute: each is executed; a connection may close, but not each time.
  {
    id: 'operation-closes-connection',
    rule: 'ws.operation-execute',
    summary: 'A connection is closed with 1011 when device.operation.execute comes on it.',
    decorate: () =>
      withReceived(() => (text, pass, socket) => {
        if (text.includes('"device.operation.execute"')) socket.close('failed');
        else pass();
      }),
  },
  // Request topics: device.state.get refreshes the device and returns its state.
  {
    id: 'state-get-stale',
    rule: 'ws.state-get',
    summary:
      'device.state.get spends the budget and shows the relays as they were before the device was used.',
    decorate: () =>
      withPeripherals((peripherals, _, { origin }) => {
        if (origin?.channel !== 'ws') return peripherals;
        return { ...peripherals, relays: peripherals.relays.map((relay) => ({ ...relay, on: false })) };
      }),
  },
  // Operations of device.operation.execute: there are four of them, and each can be executed.
  {
    id: 'ws-relays-only',
    rule: 'ws.operation-execute',
    summary: 'device.operation.execute refuses every operation but device.relay.set.',
    decorate: () =>
      withService((service) => ({
        operate: (caller, request) =>
          caller.origin?.channel === 'ws' && request.operation.name !== 'device.relay.set'
            ? Promise.resolve({
                ok: false,
                refusal: { code: 'INVALID_REQUEST', message: 'The operation is unknown.' },
              })
            : service.operate(caller, request),
      })),
  },
  // Errors: a rate-limited request is a recoverable result and no failure of the connection.
  {
    id: 'rate-limit-closes-connection',
    rule: 'ws.errors-keep-connection',
    summary: 'The connection is closed after a rate-limited request.',
    decorate: () => withCloseAfter('RATE_LIMITED'),
  },
  // Message rules: a connection may close at any time, but a malformed frame closes no other connection.
  {
    id: 'bad-frame-closes-all',
    rule: 'ws.bad-frame-survives',
    summary: 'A malformed frame closes the connections of all clients.',
    decorate: () => ({
      session: (next) => {
        const sockets = new Set<SessionSocket>();
        return (caller, socket) => {
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
        };
      },
    }),
  },
  // Message rules: a reply has the requestId of its request, letter by letter.
  {
    id: 'request-id-folded',
    rule: 'ws.correlation',
    summary: 'Replies carry the requestId in small letters.',
    decorate: () =>
      editFrames((frame) => {
        const { requestId } = frame;
        return isReply(frame) && typeof requestId === 'string'
          ? { ...frame, requestId: requestId.toLowerCase() }
          : undefined;
      }),
  },
  // Message rules: a reply has the requestId of its request, as the text that it is.
  {
    id: 'request-id-made-a-number',
    rule: 'ws.correlation',
    summary: 'A requestId of digits comes back as a number.',
    decorate: () =>
      editFrames((frame) => {
        const { requestId } = frame;
        return isReply(frame) && typeof requestId === 'string' && /^\d+$/.test(requestId)
          ? { ...frame, requestId: Number(requestId) }
          : undefined;
      }),
  },
  // Request topics: session.ping is a heartbeat, and each one is answered.
  {
    id: 'third-ping-unanswered',
    rule: 'ws.ping',
    summary: 'Every third session.ping of a connection gets no reply.',
    decorate: () =>
      withReceived(() => {
        let pings = 0;
        return (text, pass) => {
          if (!isPing(text) || ++pings % 3 !== 0) pass();
        };
      }),
  },
  // Errors: a request that is refused is a result and no failure of the connection.
  {
    id: 'denial-closes-connection',
    rule: 'ws.errors-keep-connection',
    summary: 'The connection is closed after a request that was denied.',
    decorate: () => withCloseAfter('AUTH_SCOPE_DENIED'),
  },
];

function isPing(text: string): boolean {
  return text.includes('"session.ping"');
}

/** @param code the connection is closed after a text that has it. */
function withCloseAfter(code: ErrorCode): Decoration {
  return withSent(() => (text, pass, socket) => {
    pass();
    if (text.includes(`"${code}"`)) socket.close('normal');
  });
}

/**
 * Gives replies the requestId of another request of the connection.
 * @param answered the requestId that a reply gets, from its own and from those that no reply has had yet;
 *   undefined leaves the reply as it is.
 */
function withAnswered(answered: (own: string, waiting: readonly string[]) => string | undefined): Decoration {
  return withConversations(() => {
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
