// Where REST requests arrive, from a socket or from a program: each gets its origin.
import { detached } from '../../../kernel/detached.js';
import { MEMORY_LIMITS } from '../../limits/limits.js';
import { observe } from './observe.js';
import { contractRouter, splitTarget } from './router.js';
export function createArrival(origins, handle, interception, traffic) {
    const route = contractRouter();
    return async (asked) => {
        const { method, target, headers, body, arrival } = asked;
        const routed = route(method, target);
        const endpoint = 'refusal' in routed ? undefined : routed.endpoint;
        const origin = origins.request(method, pathFor(target), endpoint, traffic?.observe(observe(asked)));
        if (arrival)
            arrival.origin = origin;
        const request = { method, target, headers, body, origin, routed, routedTarget: target };
        const given = await (interception.current ? interception.current.rest(request, handle) : handle(request));
        const reply = interception.current ? interception.current.leaving(given, origin) : given;
        traffic?.answered(request, reply);
        return reply;
    };
}
/** The path for the journal, which keeps it. */
function pathFor(target) {
    const [path] = splitTarget(target);
    const { maxJournalPath } = MEMORY_LIMITS;
    return target.length > maxJournalPath ? detached(path, maxJournalPath) : path;
}
