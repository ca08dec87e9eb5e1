// One WebSocket connection without its socket: frames go in as text, replies and events come out.
import type { Clock } from '../../../kernel/clock.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { type ServiceResult, rateLimited, type Refusal } from '../../service/outcome.js';
import { callerFrom, type Service, type WebSocketCaller } from '../../service/service.js';
import { refusalContent, serviceFailed, successFields } from '../envelope.js';
import type { Origins } from '../origins.js';
import type { TransportSettings } from '../settings.js';
import type { TrafficLog } from '../traffic-log.js';
import type { CloseReason } from './close-codes.js';
import type { EventEncoder } from './event-encoder.js';
import type { InFlight } from './in-flight.js';
import { readFrame } from './read-frame.js';
import { answerTopic, refuseUnasked } from './topics.js';

/** A close that is none of the service's own. 1006 breaks the connection, without a closing handshake. */
export interface CloseFrame {
  readonly code: number;
  readonly reason: string;
}

/** What a session needs of its socket. */
export interface SessionSocket {
  send(text: string): void;
  close(why: CloseReason | CloseFrame): void;
  /** Bytes that wait to be read by the other side. */
  backlog(): number;
  /** Stops reading from the network, or goes on: not even a ping is answered. Absent where there is none. */
  setReading?(on: boolean): void;
}

export interface Session {
  /** A text frame that arrived. */
  receive(text: string): void;
  /** The socket has closed: nothing is sent any more, and no event is kept. */
  end(): void;
}

/** Opens the session of a caller whose ticket has been taken. */
export type SessionFactory = (caller: WebSocketCaller, socket: SessionSocket) => Session;

/** What a request comes to: `data` of the reply as JSON, or the refusal. */
export type MessageHandler = (caller: WebSocketCaller, request: WsRequest) => Promise<ServiceResult<string>>;

export interface SessionParts {
  readonly service: Service;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly settings: TransportSettings;
  readonly origins: Pick<Origins, 'message'>;
  readonly traffic?: TrafficLog;
  readonly encodeEvent: EventEncoder;
  readonly inFlight: InFlight;
  /** Comes between each readable request and what answers it. */
  readonly around?: (next: MessageHandler) => MessageHandler;
  /** Hears of what was thrown while a request was served: a bug, whose caller gets INTERNAL_ERROR. */
  readonly onBug?: (error: unknown) => void;
}

export function createSessionFactory(parts: SessionParts): SessionFactory {
  const inner: MessageHandler = (caller, request) =>
    answerMessage(parts, caller, () => answerTopic(parts, caller, request));
  const handle = parts.around?.(inner) ?? inner;
  return (caller, socket) => openSession(parts, handle, caller, socket);
}

function openSession(
  parts: SessionParts,
  handle: MessageHandler,
  opener: WebSocketCaller,
  socket: SessionSocket,
): Session {
  const { service, clock, settings, origins, traffic } = parts;
  const { connection } = opener.origin;
  let open = true;
  let underWay = 0;

  const close = (why: CloseReason): void => {
    if (!open) return;
    end();
    socket.close(why);
  };
  const send = (text: string): void => {
    if (!open) return;
    if (socket.backlog() > settings.maxBacklogBytes) close('tooSlow');
    else socket.send(text);
  };
  const reply = (requestId: string, outcome: ServiceResult<string>): void => {
    send(replyText(parts.dialect, requestId, outcome));
    if (!outcome.ok && outcome.refusal.code === 'APP_DISABLED') close('disabled');
  };
  const heartbeat = createHeartbeat(clock, settings.heartbeatTimeout, () => close('silent'));
  const unsubscribe = service.subscribe(opener.clientId, (event) => send(parts.encodeEvent(event)));
  const end = (): void => {
    open = false;
    heartbeat.stop();
    unsubscribe();
  };

  const answer = async (request: WsRequest): Promise<void> => {
    const { topic, requestId } = request;
    const caller = callerFrom(opener, origins.message(connection, topic, requestId));
    if (underWay >= settings.maxInFlight) {
      reply(requestId, rateLimited(1000, 'Too many requests of this connection are under way.'));
      traffic?.settled(caller.origin, 'raw', { code: 'RATE_LIMITED' });
      return;
    }
    // When the service goes away, what comes in late stays unanswered: the connection is about to close.
    const leave = parts.inFlight.enter();
    if (!leave) return;
    underWay++;
    try {
      reply(requestId, await handle(caller, request));
    } finally {
      underWay--;
      leave();
    }
  };
  const refuse = async (requestId: string, refusal: Refusal): Promise<void> => {
    const caller = callerFrom(opener, origins.message(connection, undefined, requestId));
    reply(requestId, await answerMessage(parts, caller, () => refuseUnasked(parts, caller, refusal)));
  };

  return {
    receive: (text) => {
      if (!open) return;
      heartbeat.beat();
      const frame = readFrame(parts.dialect, text);
      if (frame.kind === 'request') void answer(frame.request);
      else if (frame.kind === 'answerable') void refuse(frame.requestId, frame.refusal);
      else close('unreadable');
    },
    end,
  };
}

/** Each message of a client counts, malformed ones too, save those that a limit rejects (limits.rejection-is-free). */
async function answerMessage(
  parts: SessionParts,
  caller: WebSocketCaller,
  answer: () => ServiceResult<string> | Promise<ServiceResult<string>>,
): Promise<ServiceResult<string>> {
  const { service, onBug } = parts;
  try {
    const admitted = service.admitMessage(caller.clientId, undefined);
    if (!admitted.ok) return refuseUnasked(parts, caller, admitted.refusal);
    const counted = service.spend(caller, 'message');
    if (!counted.ok) return refuseUnasked(parts, caller, counted.refusal);
    const outcome = await answer();
    if (!outcome.ok && outcome.refusal.code === 'RATE_LIMITED') service.giveBack(caller, 'message');
    return outcome;
  } catch (error) {
    onBug?.(error);
    const refusal = serviceFailed();
    return caller.origin.row ? { ok: false, refusal } : refuseUnasked(parts, caller, refusal);
  }
}

function replyText(dialect: Dialect, requestId: string, outcome: ServiceResult<string>): string {
  if (outcome.ok) {
    return `{"type":"reply","requestId":${JSON.stringify(requestId)},${successFields(outcome.value)}}`;
  }
  const { code, message, data } = refusalContent(outcome.refusal, dialect);
  return JSON.stringify({ type: 'reply', requestId, code, message, data });
}

/** One timer for each connection, set again only when it fires: frames merely move the last sign of life. */
function createHeartbeat(
  clock: Clock,
  timeout: number,
  onSilence: () => void,
): { beat(): void; stop(): void } {
  let lastSeen = clock.now();
  const watch = (delay: number): ReturnType<Clock['setTimer']> =>
    clock.setTimer('heartbeat', delay, () => {
      const left = lastSeen + timeout - clock.now();
      if (left > 0) timer = watch(left);
      else onSilence();
    });
  let timer = watch(timeout);
  return { beat: () => (lastSeen = clock.now()), stop: () => timer.cancel() };
}
