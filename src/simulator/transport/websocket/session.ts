// One WebSocket connection without its socket: frames go in as text, replies and events come out.
import { OPERATIONS } from '../../../contract/operations.js';
import { wsRequest } from '../../../contract/schemas/message.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import { isRequestTopic, type RequestTopic } from '../../../contract/topics.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { type Outcome, rateLimited, type Refusal } from '../../service/outcome.js';
import type { Caller, Service } from '../../service/service.js';
import { malformed, refusalContent, successContent } from '../envelope.js';
import type { TransportSettings } from '../settings.js';
import type { CloseReason } from './close-codes.js';
import type { EventEncoder } from './event-encoder.js';

/** What a session needs of its socket. */
export interface SessionSocket {
  send(text: string): void;
  close(reason: CloseReason): void;
  /** Bytes that wait to be read by the other side. */
  backlog(): number;
}

export interface Session {
  /** A text frame that arrived. */
  receive(text: string): void;
  /** The socket has closed: nothing is sent any more, and no event is kept. */
  end(): void;
}

/** Opens the session of a caller whose ticket has been taken. */
export type SessionFactory = (caller: Caller, socket: SessionSocket) => Session;

export interface SessionParts {
  readonly service: Service;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly settings: TransportSettings;
  readonly encodeEvent: EventEncoder;
}

export function createSessionFactory(parts: SessionParts): SessionFactory {
  return (caller, socket) => openSession(parts, caller, socket);
}

function openSession(parts: SessionParts, caller: Caller, socket: SessionSocket): Session {
  const { service, clock, settings } = parts;
  let open = true;
  let inFlight = 0;
  let lastSeen = clock.now();

  const send = (text: string): void => {
    if (!open) return;
    if (socket.backlog() > settings.maxBacklogBytes) socket.close('tooSlow');
    else socket.send(text);
  };
  const unsubscribe = service.subscribe(caller.clientId, (event) => send(parts.encodeEvent(event)));

  // One timer for each connection, set again only when it fires: frames merely move `lastSeen`.
  const watch = (delay: number): ReturnType<Clock['setTimer']> =>
    clock.setTimer('heartbeat', delay, () => {
      const left = lastSeen + settings.heartbeatTimeout - clock.now();
      if (left > 0) heartbeat = watch(left);
      else socket.close('silent');
    });
  let heartbeat = watch(settings.heartbeatTimeout);

  const answer = async (request: WsRequest): Promise<void> => {
    if (inFlight >= settings.maxInFlight) {
      send(reply(parts.dialect, request.requestId, rateLimited(1000, 'Too many requests are under way.')));
      return;
    }
    inFlight++;
    const outcome = await dispatch(parts, caller, request).catch(internalError);
    inFlight--;
    send(reply(parts.dialect, request.requestId, outcome));
    if (!outcome.ok && outcome.refusal.code === 'APP_DISABLED') socket.close('disabled');
  };

  return {
    receive: (text) => {
      lastSeen = clock.now();
      const frame = readFrame(parts.dialect, text);
      if (frame.kind === 'request') void answer(frame.request);
      else if (frame.kind === 'answerable') send(reply(parts.dialect, frame.requestId, frame));
      else socket.close('unreadable');
    },
    end: () => {
      open = false;
      heartbeat.cancel();
      unsubscribe();
    },
  };
}

type Frame =
  | { readonly kind: 'request'; readonly request: WsRequest }
  /** Malformed, but it says which request it is: it gets an error reply. */
  | { readonly kind: 'answerable'; readonly requestId: string; readonly ok: false; readonly refusal: Refusal }
  | { readonly kind: 'unreadable' };

function readFrame(dialect: Dialect, text: string): Frame {
  let wire: unknown;
  try {
    wire = JSON.parse(text);
  } catch {
    return { kind: 'unreadable' };
  }
  const decoded = dialect.shapes.wsRequest.decode(wire);
  if (decoded.ok) return { kind: 'request', request: decoded.value };
  const requestId = requestIdOf(wire);
  if (requestId === undefined) return { kind: 'unreadable' };
  return { kind: 'answerable', requestId, ok: false, refusal: malformed(decoded.mismatches) };
}

function requestIdOf(wire: unknown): string | undefined {
  const id = wsRequest.pick({ requestId: true }).safeParse(wire);
  return id.success ? id.data.requestId : undefined;
}

async function dispatch(parts: SessionParts, caller: Caller, request: WsRequest): Promise<Outcome<unknown>> {
  const counted = parts.service.spend(caller, 'message');
  if (!counted.ok) return counted;
  if (!isRequestTopic(request.topic)) {
    return { ok: false, refusal: { code: 'INVALID_REQUEST', message: 'There is no such topic.' } };
  }
  return TOPICS[request.topic](parts, caller, request.data);
}

type TopicHandler = (parts: SessionParts, caller: Caller, data: unknown) => Promise<Outcome<unknown>>;

const TOPICS: Record<RequestTopic, TopicHandler> = {
  'session.ping': async ({ service }, caller) => {
    const admitted = service.admitMessage(caller.clientId, undefined);
    return admitted.ok ? { ok: true, value: {} } : admitted;
  },
  'device.state.get': async ({ service, dialect }, caller, data) => {
    const admitted = service.admitMessage(caller.clientId, 'device:read');
    if (!admitted.ok) return admitted;
    const request = dialect.shapes.stateRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const state = await service.refresh(admitted.value, request.value.deviceId);
    return state.ok ? { ok: true, value: dialect.shapes.deviceDetail.encode(state.value) } : state;
  },
  'device.operation.execute': async ({ service, dialect }, caller, data) => {
    const request = dialect.executeRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const { deviceId, operation, idempotencyKey } = request.value;
    const admitted = service.admitMessage(caller.clientId, OPERATIONS[operation.name].scope);
    if (!admitted.ok) return admitted;
    const command = await service.operate(admitted.value, { deviceId, operation, idempotencyKey });
    return command.ok ? { ok: true, value: { command: dialect.command.encode(command.value) } } : command;
  },
};

function reply(dialect: Dialect, requestId: string, outcome: Outcome<unknown>): string {
  const content = outcome.ok ? successContent(outcome.value) : refusalContent(outcome.refusal, dialect);
  const { code, message, data } = content;
  return JSON.stringify({ type: 'reply', requestId, code, message, data });
}

function internalError(): Outcome<never> {
  return { ok: false, refusal: { code: 'INTERNAL_ERROR', message: 'The service failed.' } };
}
