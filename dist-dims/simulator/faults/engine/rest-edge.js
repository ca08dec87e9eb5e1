// Passes REST requests and their answers through the active faults. The fault that was ordered first is outermost.
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { credentials } from '../../../contract/schemas/access.js';
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import { matchRoute } from './match-route.js';
export function createRestEdge(active, access) {
    return {
        rest: async (request, handle) => pass(active, request, handle, access),
        leaving: (reply, { at }) => active.reduce((left, instance) => instance.act()?.answered?.(left, at) ?? left, reply),
    };
}
async function pass(active, request, handle, access) {
    const meant = active.filter((instance) => instance.act()?.rest);
    if (meant.length === 0)
        return handle(request);
    const exchange = describe(request, access());
    const step = (at) => {
        const instance = meant[at];
        if (!instance)
            return handle(request);
        // Looked up only now: a fault may have ended while another one delayed the request.
        const act = instance.act();
        if (!act?.rest || !instance.selects(exchange))
            return step(at + 1);
        return act.rest(exchange, () => step(at + 1));
    };
    return step(0);
}
function describe(request, access) {
    const matched = matchRoute(request.method, request.target.split('?', 1)[0] ?? '');
    const deviceId = matched?.parameters['deviceId'];
    const clientId = clientOf(request, matched?.route, access);
    const label = [
        matched?.route ?? `${request.method} of an unknown path`,
        ...(deviceId === undefined ? [] : [`on ${deviceId}`]),
        ...(clientId === undefined ? [] : [`by ${clientId}`]),
    ];
    return { request, route: matched?.route, deviceId, clientId, label: label.join(' ') };
}
/** The client of a request; for a token request, the one that its body names. */
function clientOf(request, route, access) {
    if (route !== undefined && ENDPOINTS[route].access === 'none')
        return claimedClient(request.body);
    const token = /^Bearer +(\S+) *$/i.exec(request.headers['authorization'] ?? '')?.[1];
    const caller = token === undefined ? undefined : access.authenticate(token);
    return caller?.ok ? caller.value.clientId : undefined;
}
function claimedClient(body) {
    const read = readJson(body, JSON_LIMITS);
    const given = credentials.pick({ clientId: true }).safeParse(read.ok ? read.value : undefined);
    return given.success ? given.data.clientId : undefined;
}
