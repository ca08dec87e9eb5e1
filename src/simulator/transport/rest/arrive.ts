// Where REST requests arrive, from a socket or from a program: each gets its origin.
import type { InterceptionSlot } from '../interception.js';
import type { Origins } from '../origins.js';
import type { ArrivedHandler, RestHandler } from './message.js';
import { contractRouter, splitTarget } from './router.js';

export function createArrival(
  origins: Pick<Origins, 'request'>,
  handle: ArrivedHandler,
  interception: InterceptionSlot,
): RestHandler {
  const route = contractRouter();
  return async ({ method, target, headers, body }) => {
    const routed = route(method, target);
    const endpoint = 'refusal' in routed ? undefined : routed.endpoint;
    const origin = origins.request(method, splitTarget(target)[0], endpoint);
    const request = { method, target, headers, body, origin, routed, routedTarget: target };
    const reply = await (interception.current ? interception.current.rest(request, handle) : handle(request));
    return interception.current ? interception.current.leaving(reply, origin) : reply;
  };
}
