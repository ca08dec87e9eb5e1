// One WebSocket session without a socket: takes frames as text, and sends replies and events.
import type { Clock } from '../../../kernel/clock.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { quotedJson } from '../../../dialect/node.js';
import { rateLimited, refuse, type ServiceResult } from '../../service/outcome.js';
import { callerFrom, type WebSocketCaller } from '../../service/service.js';
import {
  commandData,
  malformed,
  refusalContent,
  SERVICE_FAILED,
  successFields,
  written,
} from '../envelope.js';
import type { EventReceiver, Places } from '../../edge/edge.js';
import type { Place } from '../../edge/edges.js';
import type { WebSocketOrigin } from '../../service/origin.js';
import type { Origins } from '../traffic-log.js';
import type { ServerParts, TransportSettings } from '../server-parts.js';
import type { CloseReason, MessageHandler, Session, SessionFactory, SessionSocket } from './session.js';
import { type Answerable, createFrameReader, type FrameReader } from './read-frame.js';
import { OPERATIONS } from '../../../contract/operations.js';
import type { WsRequest } from '../../../contract/schemas/message.js';
import { andThen, caught, type MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Scope } from '../../../contract/scopes.js';
import { isRequestTopic, type RequestTopic } from '../../../contract/topics.js';
import type { ServiceEvent } from '../../service/ports.js';

export interface SessionParts
  extends AnsweringParts, Pick<ServerParts, 'dialect' | 'clock' | 'settings' | 'traffic'> {
  readonly settings: TransportSettings;
  readonly origins: Pick<Origins, 'message'>;
  readonly message: Place<MessageHandler>;
  readonly event: Place<Places['event']>;
}

/** Answers the requests of all sessions. */
export function createMessageHandler(parts: AnsweringParts & TopicContext): MessageHandler {
  return (caller, request) => answerMessage(parts, caller, () => answerTopic(parts, caller, request));
}

export function createSessionFactory(parts: SessionParts): SessionFactory {
  const read = createFrameReader(parts.dialect);
  return (caller, socket) => openSession({ ...parts, read }, caller, socket);
}

function openSession(
  parts: SessionParts & { readonly read: FrameReader },
  opener: WebSocketCaller,
  socket: SessionSocket,
): Session {
  const { clock, settings, origins, read } = parts;
  const arrived = (topic: string | undefined, requestId: string): WebSocketCaller =>
    callerFrom(opener, origins.message(opener.origin.connection, topic, requestId));
  let open = true;

  const close = (why: CloseReason): void => {
    if (!open) return;
    end();
    socket.close(why);
  };
  const send = (text: string, onSent?: () => void): void => {
    if (open && socket.backlog() > settings.maxBacklogBytes) close('tooSlow');
    else if (open) socket.send(text, onSent);
  };
  const fail = failure(parts, close);
  const reply = ({ origin }: WebSocketCaller, replied: Replied): void => {
    sendReply(parts, origin, replied, open ? send : undefined);
    const { outcome } = replied;
    if (!outcome.ok && outcome.refusal.code === 'APP_DISABLED') close('disabled');
  };
  const heartbeat = createHeartbeat(clock, settings.heartbeatTimeout, () => close('silent'));
  const unsubscribe = subscribe(parts, opener, send, fail);
  const end = (): void => {
    open = false;
    heartbeat.stop();
    unsubscribe();
  };

  const { answer, refuse: refuseFrame } = createAnswering(parts, parts.message, { arrived, reply, fail });

  return {
    receive: (text) => {
      if (!open) return;
      heartbeat.beat();
      const frame = read(text);
      try {
        if (frame.kind === 'request') answer(frame.request);
        else if (frame.kind === 'answerable') refuseFrame(frame);
        else close('unreadable');
      } catch (error) {
        fail(error);
      }
    },
    end,
  };
}

/** Sends a reply, and reports it when it does not leave at once. @param send undefined when the session has ended. */
function sendReply(
  { traffic, dialect }: Pick<SessionParts, 'traffic' | 'dialect'>,
  origin: WebSocketOrigin,
  { request, outcome, wire }: Replied,
  send: ((text: string, onSent?: () => void) => void) | undefined,
): void {
  const text = replyText(dialect, origin.requestId ?? '', outcome);
  traffic?.replied(origin, request, outcome, wire);
  if (!traffic) return send?.(text);
  if (!send) return traffic.delivered(origin, 'cut');
  let sent = false;
  let held = false;
  send(text, () => {
    sent = true;
    if (held) traffic.delivered(origin, 'handed-over');
  });
  held = !sent;
  if (held) traffic.delivered(origin, 'held');
}

/** What fails while one connection is served ends this connection only. */
function failure({ onBug }: SessionParts, close: (why: CloseReason) => void): (error: unknown) => void {
  return (error) => {
    onBug?.(error);
    close('failed');
  };
}

/** Sends the events that the opener may hear of; returns the way to stop. */
function subscribe(
  { service, event: place }: SessionParts,
  { clientId, origin: { connection } }: WebSocketCaller,
  send: (text: string) => void,
  fail: (error: unknown) => void,
): () => void {
  const to: EventReceiver = { connection, send };
  return service.subscribe(clientId, (event) => {
    // What fails for one connection must not keep the event from the others.
    try {
      place.now(event, to);
    } catch (error) {
      fail(error);
    }
  });
}

function replyText(dialect: Dialect, requestId: string, outcome: ServiceResult<string>): string {
  if (outcome.ok) {
    return `{"type":"reply","requestId":${quotedJson(requestId)},${successFields(outcome.value)}}`;
  }
  const { code, message, data } = refusalContent(outcome.refusal, dialect);
  return JSON.stringify({ type: 'reply', requestId, code, message, data });
}

/** One timer for each connection. A frame only updates `lastSeen`; the timer is set again when it fires. */
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

// Answers the requests of one session: so many at once at most, and none any more once the service is closing.

interface Replied {
  /** Undefined when the frame is no request. */
  readonly request?: WsRequest;
  /** Its JSON, then. */
  readonly wire?: unknown;
  readonly outcome: ServiceResult<string>;
}

const TOO_MANY = 'Too many requests of this connection are under way.';

/** What all sessions share of it. */
interface AnsweringParts extends Pick<ServerParts, 'service' | 'inFlight' | 'onBug'> {
  readonly settings: Pick<TransportSettings, 'maxInFlight'>;
}

/** What one session has for it. */
interface Replying {
  /** The caller of a request that has arrived. */
  arrived(topic: string | undefined, requestId: string): WebSocketCaller;
  reply(caller: WebSocketCaller, replied: Replied): void;
  fail(error: unknown): void;
}

function createAnswering(
  parts: AnsweringParts,
  handle: Place<MessageHandler>,
  { arrived, reply, fail }: Replying,
) {
  const { settings, inFlight } = parts;
  let underWay = 0;

  const answer = (request: WsRequest): void => {
    const { topic, requestId } = request;
    const caller = arrived(topic, requestId);
    if (underWay >= settings.maxInFlight)
      return reply(caller, { request, outcome: rateLimited(0, TOO_MANY) });
    // During a shutdown new requests are not answered, because the connection is about to be closed.
    const leave = inFlight.enter();
    if (!leave) return;
    underWay++;
    const outcome = handle.now(caller, request);
    if (outcome instanceof Promise) {
      outcome
        .then((late) => reply(caller, { request, outcome: late }))
        .finally(() => done(leave))
        .catch(fail);
      return;
    }
    try {
      reply(caller, { request, outcome });
    } finally {
      done(leave);
    }
  };
  const done = (leave: () => void): void => {
    underWay--;
    leave();
  };

  return {
    answer,
    /** Answers a frame that could not be read as a request. */
    refuse: ({ requestId, refusal, wire }: Answerable): void => {
      const caller = arrived(undefined, requestId);
      const outcome = answerMessage(parts, caller, () => ({ ok: false, refusal }));
      if (outcome instanceof Promise)
        outcome.then((late) => reply(caller, { wire, outcome: late })).catch(fail);
      else reply(caller, { wire, outcome });
    },
  };
}

/** Every message counts, malformed ones too, except those that a limit rejects (limits.rejection-is-free). */
function answerMessage(
  { service, onBug }: AnsweringParts,
  caller: WebSocketCaller,
  answer: () => MaybePromise<ServiceResult<string>>,
): MaybePromise<ServiceResult<string>> {
  const settle = (outcome: ServiceResult<string>): ServiceResult<string> => {
    if (!outcome.ok && outcome.refusal.code === 'RATE_LIMITED') void service.giveBack(caller, 'message');
    return outcome;
  };
  const failed = (error: unknown): ServiceResult<string> => {
    onBug?.(error);
    return { ok: false, refusal: SERVICE_FAILED };
  };
  const answered = (): MaybePromise<ServiceResult<string>> =>
    andThen(service.admitMessage(caller.clientId, undefined), (admitted) => {
      if (!admitted.ok) return admitted;
      return andThen(service.spend(caller, 'message'), (counted) =>
        counted.ok ? andThen(answer(), settle) : counted,
      );
    });
  return caught(answered, failed);
}

// What each topic of a WebSocket request asks of the service: decode, one call, encode.

type TopicContext = Pick<ServerParts, 'service' | 'dialect'>;

/** Gives the `data` of the reply as JSON, or the refusal. */
function answerTopic(
  context: TopicContext,
  caller: WebSocketCaller,
  { topic, data }: WsRequest,
): MaybePromise<ServiceResult<string>> {
  if (!isRequestTopic(topic)) {
    return refuse('INVALID_REQUEST', 'There is no such topic.');
  }
  return TOPICS[topic](context, caller, data);
}

type Topic = (
  context: TopicContext,
  caller: WebSocketCaller,
  data: unknown,
) => MaybePromise<ServiceResult<string>>;

const TOPICS: Record<RequestTopic, Topic> = {
  'session.ping': ({ service }, caller) => {
    const admitted = service.admitMessage(caller.clientId, undefined);
    return admitted.ok ? { ok: true, value: '{}' } : admitted;
  },
  'device.state.get': (context, caller, data) => {
    const admitted = admit(context, caller, 'device:read');
    if (!admitted.ok) return admitted;
    const { service, dialect } = context;
    const request = dialect.shapes.stateRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const { deviceId } = request.value;
    return andThen(service.refresh(admitted.value, deviceId), (state) =>
      written(state, (value) => dialect.shapes.deviceState.write({ deviceId, ...value })),
    );
  },
  'device.operation.execute': (context, caller, data) => {
    const { service, dialect } = context;
    const request = dialect.executeRequest.decode(data, '/data');
    if (!request.ok) return { ok: false, refusal: malformed(request.mismatches) };
    const { deviceId, operation, idempotencyKey } = request.value;
    const { scope } = OPERATIONS[operation.name];
    const admitted = admit(context, caller, scope);
    if (!admitted.ok) return admitted;
    const asked = { deviceId, operation, idempotencyKey };
    return andThen(service.operate(admitted.value, asked), (outcome) =>
      written(outcome, (command) => commandData(dialect, command)),
    );
  },
};

function admit(
  { service }: TopicContext,
  { clientId, origin }: WebSocketCaller,
  scope: Scope,
): ServiceResult<WebSocketCaller> {
  const admitted = service.admitMessage(clientId, scope);
  if (admitted.ok) return { ok: true, value: callerFrom(admitted.value, origin) };
  return admitted;
}

// Encodes events as frames: once for each event, even when it goes to many connections.

export type EventEncoder = (event: ServiceEvent) => string;

export function createEventEncoder({ shapes }: Dialect): EventEncoder {
  /** The last one only: an event goes to all connections before the next is sent. */
  let done: { readonly event: ServiceEvent; readonly text: string } | undefined;

  const dataOf = (event: ServiceEvent): unknown => {
    const { deviceId } = event;
    if (event.topic === 'device.state.changed') {
      return shapes.stateChanged.encode({
        deviceId,
        changes: [...event.changes],
        peripherals: event.peripherals,
      });
    }
    if (event.topic === 'device.rs485.received')
      return shapes.rs485Received.encode({ deviceId, data: event.data });
    return shapes.deviceNotice.encode({ deviceId });
  };

  return (event) => {
    if (done?.event === event) return done.text;
    const { topic, eventId, occurredAt } = event;
    const text = shapes.wsEvent.write({ topic, eventId, occurredAt, data: dataOf(event) });
    done = { event, text };
    return text;
  };
}
