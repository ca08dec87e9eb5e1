// Faults of a REST exchange: what becomes of a request, or of its reply.
import { spanSchema } from '../../document/duration.js';
import { formatDuration } from '../../kernel/duration.js';
import type { MaybePromise } from '../../kernel/maybe-promise.js';
import type { Refusal, ServiceResult } from '../service/outcome.js';
import type { RestReply } from '../transport/rest/message.js';
import type { Edge } from '../edge/edge.js';
import type { Asking, FaultSite, Firing } from './engine/site.js';
import { faultsOf, type FaultType } from './fault.js';
import { delay, drawDelay } from './scalars.js';
import * as z from 'zod';

// Which channels a fault works on. A fault that selects routes works on REST only.

const over = () =>
  z
    .enum(['both', 'rest', 'websocket', 'upgrade'])
    .default('both')
    .describe(
      'Whether it hits requests over REST, on WebSocket connections, or over both; or upgrades, of all clients',
    );
type Over = z.output<ReturnType<typeof over>>;

type Hit = <T>(
  asking: Asking,
  next: () => MaybePromise<T>,
  refuse: (refusal: Refusal) => T,
) => MaybePromise<T>;

/** Hits requests over the channels that are meant. */
function onRequests(site: FaultSite, which: Over, hit: Hit): Edge {
  return {
    ...((which === 'rest' || which === 'both') && {
      rest: (request, next) => hit(site.asking(request), () => next(request), site.refusalReply),
    }),
    ...(which === 'upgrade' && {
      connect: (ticket, upgrade, next) =>
        site.selects({})
          ? hit<Awaited<ReturnType<typeof next>>>(
              { what: 'an upgrade' },
              () => next(ticket, upgrade),
              (refusal) => ({ ok: false, refusal }),
            )
          : next(ticket, upgrade),
    }),
    ...((which === 'websocket' || which === 'both') && {
      message: (caller, request, next) =>
        hit<ServiceResult<string>>(
          site.asking(request),
          () => next(caller, request),
          (refusal) => ({ ok: false, refusal }),
        ),
    }),
  };
}

// A reply that is not sent: the connection is reset instead.

/** @param reply what would have been sent; tests look at it. */
export function reset(reply: RestReply = { status: 500, headers: {}, body: '' }): RestReply {
  return { ...reply, delivery: { kind: 'reset' } };
}

// The service answers 429 although no quota is used up; a request after the announced delay is served.

interface Window {
  readonly endsAt: number;
  readonly firing: Firing;
}

const fault = faultsOf('rest', { occasion: 'request', selects: ['client', 'route', 'device', 'profile'] });

export const REST_FAULTS: readonly FaultType[] = [
  // Requests, or their replies, take longer.
  fault('latency', {
    summary: 'Requests over either channel take longer, before or after they are carried out.',
    parameters: z.strictObject({
      delay: delay().prefault('1s').describe('How much longer'),
      where: z.enum(['before', 'after']).default('before').describe('Before or after it is carried out'),
      over: over(),
    }),
    because: 'The interface states no time within which a request is answered.',
    start: (parameters, site) =>
      onRequests(site, parameters.over, async (asking, next) => {
        const firing = site.fire(asking);
        if (!firing) return next();
        const wait = drawDelay(parameters.delay, site.random);
        firing.note(`${formatDuration(wait)} ${parameters.where} it is carried out`);
        if (parameters.where === 'before') await site.clock.sleep(wait);
        const reply = await next();
        if (parameters.where === 'after') await site.clock.sleep(wait);
        return reply;
      }),
  }),
  // Requests are answered with INTERNAL_ERROR.
  fault('internal-error', {
    summary: 'Requests over either channel are answered with INTERNAL_ERROR, over REST with status 500.',
    parameters: z.strictObject({
      executes: z.boolean().default(false).describe('Whether the request is carried out all the same'),
      over: over(),
    }),
    because: '500 INTERNAL_ERROR is a stated answer; it leaves the outcome open.',
    start: ({ executes, over: which }, site) =>
      onRequests(site, which, async (asking, next, refuse) => {
        const firing = site.fire(asking);
        if (!firing) return next();
        firing.note(`${executes ? 'carried out' : 'not carried out'}, answered with INTERNAL_ERROR`);
        if (executes) await next();
        return refuse({ code: 'INTERNAL_ERROR', message: 'The service failed.' });
      }),
  }),
  // A request that never arrives.
  fault('request-lost', {
    summary: 'REST requests are not carried out, and their connection is reset.',
    because: 'A connection may break before any response; the request is repeated with the same key.',
    start: (_, site) => ({
      rest: async (request, next) => {
        const firing = site.fire(site.asking(request));
        if (!firing) return next(request);
        firing.note('not carried out, connection reset');
        return reset();
      },
    }),
  }),
  // A request that is carried out, and whose answer gets lost.
  fault('response-lost', {
    summary: 'REST requests are carried out, and their connection is reset instead of an answer.',
    because: 'A connection may break before any response; a repeat with the same key gets the same command.',
    start: (_, site) => ({
      rest: async (request, next) => {
        const firing = site.fire(site.asking(request));
        const reply = await next(request);
        if (!firing) return reply;
        firing.note(`carried out with status ${reply.status}, connection reset`);
        return reset(reply);
      },
    }),
  }),
  fault('rate-limited', {
    summary: 'Requests of a client are RATE_LIMITED for a while; whoever waits as announced is served.',
    parameters: z.strictObject({
      retryAfter: spanSchema()
        .prefault('3s')
        .describe('How long all that it selects is refused to the client'),
      over: over(),
    }),
    because: 'Quotas are not stated, and the announced wait is true: the next request after it is served.',
    start: ({ retryAfter, over: which }, site) => {
      // One window for each client over both channels, as quotas are shared.
      const windows = new Map<string | undefined, Window>();
      const refuse = ({ endsAt, firing }: Window, what: string): Refusal => {
        const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - site.clock.now()) / 1000));
        firing.note(`${what} answered with RATE_LIMITED, to be retried after ${retryAfterSeconds} s`);
        return { code: 'RATE_LIMITED', message: 'Too many requests.', retryAfterSeconds };
      };
      const refusalOf = (asking: Asking): Refusal | undefined => {
        const { clientId, what } = asking;
        const known = windows.get(clientId);
        if (known && site.clock.now() < known.endsAt) return refuse(known, what);
        // The first request after a window is served, as announced, and does not count as an occasion.
        if (windows.delete(clientId)) return undefined;
        const firing = site.fire(asking);
        if (!firing) return undefined;
        const window = { endsAt: site.clock.now() + retryAfter, firing };
        windows.set(clientId, window);
        return refuse(window, what);
      };
      return onRequests(site, which, (asking, next, refused) => {
        const refusal = refusalOf(asking);
        return refusal ? refused(refusal) : next();
      });
    },
  }),
  // An answer whose body arrives slowly, in small pieces.
  fault('slow-body', {
    summary: 'The bodies of REST answers arrive slowly, in small pieces.',
    parameters: z.strictObject({
      bytesPerSecond: z.int().min(1).default(100).describe('How fast the body comes'),
    }),
    because: 'The interface states no time within which an answer has arrived.',
    start: ({ bytesPerSecond }, site) => ({
      rest: async (request, next) => {
        const firing = site.fire(site.asking(request));
        const reply = await next(request);
        // A connection that another fault resets has no body to slow down.
        if (!firing || reply.delivery?.kind === 'reset') return reply;
        firing.note(`${String(reply.body).length} bytes of answer at ${bytesPerSecond} a second`);
        return { ...reply, delivery: { kind: 'slow', bytesPerSecond } };
      },
    }),
  }),
];
