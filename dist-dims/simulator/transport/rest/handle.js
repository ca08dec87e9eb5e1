// The REST channel without sockets: takes a request, finds its route and gives the reply. The answer to any
// request is an envelope (envelope.json, envelope.bad-input-is-no-500).
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { credentials } from '../../../contract/schemas/access.js';
import { callerFrom } from '../../service/service.js';
import { refusalContent, serviceFailed, successFields } from '../envelope.js';
import { bearerOf } from './bearer.js';
import { parseBody } from './parse-body.js';
import { invalid, written } from './route.js';
import { contractRouter } from './router.js';
import { managingRoutes } from './routes/managing.js';
import { operatingRoutes } from './routes/operating.js';
import { readingRoutes } from './routes/reading.js';
/** @param random for the requestIds of error bodies. */
export function createRestHandler(context, random) {
    const { service, dialect, onBug } = context;
    const routes = {
        ...readingRoutes(context),
        ...operatingRoutes(context),
        ...managingRoutes(context),
    };
    const route = contractRouter();
    const answer = (request, found) => {
        if ('refusal' in found)
            return { ok: false, refusal: found.refusal };
        const { endpoint } = found;
        const { feature } = ENDPOINTS[endpoint];
        if (feature && dialect.without.has(feature)) {
            return { ok: false, refusal: { code: 'NOT_FOUND', message: 'There is no such endpoint.' } };
        }
        if (endpoint === 'websocket.open')
            return invalid('This path is opened by a WebSocket upgrade.');
        if (endpoint === 'token.create')
            return createToken(context, request);
        const admitted = service.admit(endpoint, bearerOf(request.headers['authorization']));
        if (!admitted.ok)
            return admitted;
        const body = parseBody(request);
        if (!body.ok)
            return body;
        return routes[endpoint]({
            caller: callerFrom(admitted.value, request.origin),
            parameters: found.parameters,
            search: found.search,
            idempotencyKey: request.headers['idempotency-key'],
            body: body.value,
        });
    };
    const refuse = (refusal) => refusalReply(refusal, dialect, random);
    return async (request) => {
        const { method, target, routed, routedTarget } = request;
        const found = target === routedTarget ? routed : route(method, target);
        try {
            const outcome = await answer(request, found);
            if (!outcome.ok)
                return refuse(outcome.refusal);
            return { status: 200, headers: {}, body: `{${successFields(outcome.value)}}` };
        }
        catch (error) {
            onBug?.(error);
            return refuse(serviceFailed());
        }
    };
}
/** The reply to a request that was refused, also by the shell before it got here. */
export function refusalReply(refusal, dialect, random) {
    const { status, code, message, data } = refusalContent(refusal, dialect);
    return {
        status,
        headers: refusal.retryAfterSeconds === undefined ? {} : { 'retry-after': String(refusal.retryAfterSeconds) },
        body: JSON.stringify({ code, message, requestId: `req-${random.token(16)}`, data }),
        refusal,
    };
}
/** The fields of credentials are fixed by the interface; a dialect does not rename them. */
function createToken({ service }, request) {
    const body = parseBody(request);
    if (!body.ok)
        return body;
    const given = credentials.safeParse(body.value);
    if (!given.success)
        return invalid('clientId and clientSecret are needed, both strings.');
    return written(service.issueToken(given.data, request.origin), JSON.stringify);
}
