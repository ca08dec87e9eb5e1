// Answers the requests of one session: so many at once at most, and none any more once the service is closing.
import type { WsRequest } from '../../../contract/schemas/message.js';
import { andThen, type MaybePromise } from '../../../kernel/maybe-promise.js';
import type { Refusal, ServiceResult } from '../../service/outcome.js';
import type { WebSocketCaller } from '../../service/service.js';
import { serviceFailed } from '../envelope.js';
import type { Place } from '../../edge/edges.js';
import type { ServerParts, TransportSettings } from '../server-parts.js';
import type { Answerable } from './read-frame.js';
import type { MessageHandler } from './session.js';

export type MessageOutcome = ServiceResult<string>;

export interface Replied {
  /** Undefined when the frame is no request. */
  readonly request?: WsRequest;
  /** Its JSON, then. */
  readonly wire?: unknown;
  readonly outcome: MessageOutcome;
}

/** What all sessions share of it. */
export interface AnsweringParts extends Pick<ServerParts, 'service' | 'inFlight' | 'onBug'> {
  readonly settings: Pick<TransportSettings, 'maxInFlight'>;
}

/** What one session has for it. */
export interface Replying {
  /** The caller of a request that has arrived. */
  arrived(topic: string | undefined, requestId: string): WebSocketCaller;
  reply(caller: WebSocketCaller, replied: Replied): void;
  fail(error: unknown): void;
}

export function createAnswering(
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
      return reply(caller, { request, outcome: { ok: false, refusal: tooMany() } });
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

function tooMany(): Refusal {
  return {
    code: 'RATE_LIMITED',
    message: 'Too many requests of this connection are under way.',
    retryAfterSeconds: 1,
  };
}

/** Every message counts, malformed ones too, except those that a limit rejects (limits.rejection-is-free). */
export function answerMessage(
  { service, onBug }: AnsweringParts,
  caller: WebSocketCaller,
  answer: () => MaybePromise<MessageOutcome>,
): MaybePromise<MessageOutcome> {
  const settle = (outcome: MessageOutcome): MessageOutcome => {
    if (!outcome.ok && outcome.refusal.code === 'RATE_LIMITED') void service.giveBack(caller, 'message');
    return outcome;
  };
  const failed = (error: unknown): MessageOutcome => {
    onBug?.(error);
    return { ok: false, refusal: serviceFailed() };
  };
  try {
    const outcome = andThen(service.admitMessage(caller.clientId, undefined), (admitted) => {
      if (!admitted.ok) return admitted;
      return andThen(service.spend(caller, 'message'), (counted) =>
        counted.ok ? andThen(answer(), settle) : counted,
      );
    });
    return outcome instanceof Promise ? outcome.catch(failed) : outcome;
  } catch (error) {
    return failed(error);
  }
}
