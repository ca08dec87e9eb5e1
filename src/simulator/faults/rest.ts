// Faults of a REST exchange: what becomes of a request, or of its reply.
import { spanSchema } from '../../document/duration.js';
import { formatDuration } from '../../kernel/duration.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { RestReply } from '../transport/rest/message.js';
import type { Firing } from './engine/site.js';
import { type InterceptedMessage, type InterceptedRequest, defineFault } from './fault.js';
import { delay, drawDelay } from './scalars.js';
import { z } from 'zod';

// Which channels a fault works on. A fault that selects routes works on REST only.

const over = () =>
  z
    .enum(['both', 'rest', 'websocket'])
    .default('both')
    .describe('Whether it hits requests over REST, on WebSocket connections, or over both');
type Over = z.output<ReturnType<typeof over>>;

/** The hooks for the channels that are meant. */
function hooksOver<R, M>(
  which: Over,
  hooks: { readonly rest: R; readonly message: M },
): { readonly rest?: R; readonly message?: M } {
  const { rest, message } = hooks;
  return { ...(which === 'websocket' ? {} : { rest }), ...(which === 'rest' ? {} : { message }) };
}

// A reply that is not sent: the connection is reset instead.

/** @param reply what would have been sent; tests look at it. */
export function reset(reply: RestReply = { status: 500, headers: {}, body: '' }): RestReply {
  return { ...reply, delivery: { kind: 'reset' } };
}

// Requests are answered with INTERNAL_ERROR.

export const internalError = defineFault({
  type: 'internal-error',
  group: 'rest',
  summary: 'Requests over either channel are answered with INTERNAL_ERROR, over REST with status 500.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    executes: z.boolean().default(false).describe('Whether the request is carried out all the same'),
    over: over(),
  }),
  legality: { legal: true, because: '500 INTERNAL_ERROR is a stated answer; it leaves the outcome open.' },
  start: ({ executes, over: which }, site) => {
    const hit = async <T>(
      { label, deviceId }: Pick<InterceptedMessage, 'label' | 'deviceId'>,
      next: () => Promise<T>,
      failed: () => T,
    ): Promise<T> => {
      const firing = site.fire({ what: label, deviceId });
      if (!firing) return next();
      firing.note(
        executes
          ? 'carried out, answered with INTERNAL_ERROR'
          : 'not carried out, answered with INTERNAL_ERROR',
      );
      if (executes) await next();
      return failed();
    };
    return hooksOver(which, {
      rest: (exchange: InterceptedRequest, next: () => Promise<RestReply>) =>
        hit(exchange, next, () => site.refusalReply(FAILED)),
      message: (exchange: InterceptedMessage, next: () => Promise<ServiceResult<string>>) =>
        hit(exchange, next, () => ({ ok: false, refusal: FAILED })),
    });
  },
});

const FAILED: Refusal = { code: 'INTERNAL_ERROR', message: 'The service failed.' };

// Requests, or their replies, take longer.

export const latency = defineFault({
  type: 'latency',
  group: 'rest',
  summary: 'Requests over either channel take longer, before or after they are carried out.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    delay: delay().prefault('1s').describe('How much longer'),
    where: z.enum(['before', 'after']).default('before').describe('Before or after it is carried out'),
    over: over(),
  }),
  legality: { legal: true, because: 'The interface states no time within which a request is answered.' },
  start: (parameters, site) => {
    const hit = async <T>(
      { label, deviceId }: Pick<InterceptedMessage, 'label' | 'deviceId'>,
      next: () => Promise<T>,
    ): Promise<T> => {
      const firing = site.fire({ what: label, deviceId });
      if (!firing) return next();
      const wait = drawDelay(parameters.delay, site.random);
      firing.note(`${formatDuration(wait)} ${parameters.where} it is carried out`);
      if (parameters.where === 'before') await site.clock.sleep(wait);
      const reply = await next();
      if (parameters.where === 'after') await site.clock.sleep(wait);
      return reply;
    };
    return hooksOver(parameters.over, {
      rest: (exchange: InterceptedRequest, next: () => Promise<RestReply>) => hit(exchange, next),
      message: (exchange: InterceptedMessage, next: () => Promise<ServiceResult<string>>) =>
        hit(exchange, next),
    });
  },
});

// The service answers 429 although no quota is used up; a request after the announced delay is served.

interface Window {
  readonly endsAt: number;
  readonly firing: Firing;
}

type Asking = Pick<InterceptedRequest, 'label' | 'clientId' | 'deviceId'>;

export const rateLimitedFault = defineFault({
  type: 'rate-limited',
  group: 'rest',
  summary: 'Requests of a client are RATE_LIMITED for a while; whoever waits as announced is served.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    retryAfter: spanSchema().prefault('3s').describe('How long all that it selects is refused to the client'),
    over: over(),
  }),
  legality: {
    legal: true,
    because: 'Quotas are not stated, and the announced wait is true: the next request after it is served.',
  },
  start: ({ retryAfter, over: which }, site) => {
    // One window for each client over both channels, as quotas are shared.
    const windows = new Map<string | undefined, Window>();
    const refuse = ({ endsAt, firing }: Window, label: string): Refusal => {
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - site.clock.now()) / 1000));
      firing.note(`${label} answered with RATE_LIMITED, to be retried after ${retryAfterSeconds} s`);
      return { code: 'RATE_LIMITED', message: 'Too many requests.', retryAfterSeconds };
    };
    const refusalOf = ({ label, clientId, deviceId }: Asking): Refusal | undefined => {
      const known = windows.get(clientId);
      if (known && site.clock.now() < known.endsAt) return refuse(known, label);
      // The first request after a window is served, as announced, and does not count as an occasion.
      if (windows.delete(clientId)) return undefined;
      const firing = site.fire({ what: label, deviceId });
      if (!firing) return undefined;
      const window = { endsAt: site.clock.now() + retryAfter, firing };
      windows.set(clientId, window);
      return refuse(window, label);
    };
    return hooksOver(which, {
      rest: async (exchange: InterceptedRequest, next: () => Promise<RestReply>) => {
        const refusal = refusalOf(exchange);
        return refusal ? site.refusalReply(refusal) : next();
      },
      message: async (exchange: InterceptedMessage, next: () => Promise<ServiceResult<string>>) => {
        const refusal = refusalOf(exchange);
        return refusal ? { ok: false as const, refusal } : next();
      },
    });
  },
});

// A request that never arrives.

export const requestLost = defineFault({
  type: 'request-lost',
  group: 'rest',
  summary: 'REST requests are not carried out, and their connection is reset.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({}),
  legality: {
    legal: true,
    because: 'A connection may break before any response; the request is repeated with the same key.',
  },
  start: (_, site) => ({
    rest: async ({ label, deviceId }, next) => {
      const firing = site.fire({ what: label, deviceId });
      if (!firing) return next();
      firing.note('not carried out, connection reset');
      return reset();
    },
  }),
});

// A request that is carried out, and whose answer gets lost.

export const responseLost = defineFault({
  type: 'response-lost',
  group: 'rest',
  summary: 'REST requests are carried out, and their connection is reset instead of an answer.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({}),
  legality: {
    legal: true,
    because: 'A connection may break before any response; a repeat with the same key gets the same command.',
  },
  start: (_, site) => ({
    rest: async ({ label, deviceId }, next) => {
      const firing = site.fire({ what: label, deviceId });
      const reply = await next();
      if (!firing) return reply;
      firing.note(`carried out with status ${reply.status}, connection reset`);
      return reset(reply);
    },
  }),
});

// An answer whose body arrives slowly, in small pieces.

export const slowBody = defineFault({
  type: 'slow-body',
  group: 'rest',
  summary: 'The bodies of REST answers arrive slowly, in small pieces.',
  occasion: 'request',
  selects: ['client', 'route', 'device', 'profile'],
  parameters: z.strictObject({
    bytesPerSecond: z.int().min(1).default(100).describe('How fast the body comes'),
  }),
  legality: { legal: true, because: 'The interface states no time within which an answer has arrived.' },
  start: ({ bytesPerSecond }, site) => ({
    rest: async ({ label, deviceId }, next) => {
      const firing = site.fire({ what: label, deviceId });
      const reply = await next();
      // A connection that another fault resets has no body to slow down.
      if (!firing || reply.delivery?.kind === 'reset') return reply;
      firing.note(`${String(reply.body).length} bytes of answer at ${bytesPerSecond} a second`);
      return { ...reply, delivery: { kind: 'slow', bytesPerSecond } };
    },
  }),
});
