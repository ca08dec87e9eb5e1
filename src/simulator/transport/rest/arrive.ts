// Where REST requests arrive, from a socket or from a program: each gets its origin.
import { detached } from '../../../kernel/detached.js';
import { andThen } from '../../../kernel/maybe-promise.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';
import type { InterceptionSlot } from '../interception.js';
import type { Origins } from '../origins.js';
import { bearerOf } from './bearer.js';
import type { ArrivedHandler, RestHandler, RestReply, RestRequest } from './message.js';
import type { Observation, TrafficLog } from '../traffic-log.js';
import { contractRouter } from './router.js';
import { tellingHeaders } from './telling-headers.js';

export function createArrival(
  origins: Pick<Origins, 'request'>,
  handle: ArrivedHandler,
  interception: InterceptionSlot,
  traffic?: TrafficLog,
): RestHandler {
  const route = contractRouter();
  return (asked) => {
    const { method, target, headers, body, arrival } = asked;
    const routed = route(method, target);
    const { path, search } = routed;
    const endpoint = 'refusal' in routed ? undefined : routed.endpoint;
    const seen = traffic?.observe(observation(asked, search));
    const origin = origins.request(method, kept(path, target), endpoint, seen);
    if (arrival) arrival.origin = origin;
    const request = { method, target, headers, body, origin, routed, routedTarget: target };
    const leave = (given: RestReply): RestReply => {
      const reply = interception.current ? interception.current.leaving(given, origin) : given;
      traffic?.answered(request, reply);
      return reply;
    };
    const given = interception.current ? interception.current.rest(request, handle) : handle(request);
    return andThen(given, leave);
  };
}

function observation({ headers, body, arrival }: RestRequest, search: string): Observation {
  const bearer = bearerOf(headers['authorization']);
  return { bearer, search, body, headers: tellingHeaders(headers), arrival };
}

/** The path for the journal, which keeps it. */
function kept(path: string, target: string): string {
  const { maxJournalPath } = MEMORY_LIMITS;
  return target.length > maxJournalPath ? detached(path, maxJournalPath) : path;
}
