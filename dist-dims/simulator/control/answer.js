import { isUtf8 } from 'node:buffer';
import findMyWay from 'find-my-way';
import getRawBody from 'raw-body';
import { CONTROL_LIMITS } from '../limits/limits.js';
import { guard } from './guards.js';
import { CONTROL_PREFIX } from './prefix.js';
import { readInput } from './read-input.js';
import { readTarget } from './read-target.js';
import { refused } from './route.js';
import { CONTROL_ROUTES } from './routes/routes.js';
/** The answer never rejects: what fails is told to `onBug`, and answered with 500. */
export function createAnswer(token, context, onBug) {
    const router = createRouter();
    return async (request) => {
        const stopped = guard(request.headers, token);
        if (stopped)
            return stopped;
        const target = readTarget(request.url ?? '');
        if (!target.ok)
            return refused(400, target.message);
        const found = router.find(request.method, target.path);
        if (!found)
            return notFound(request.method ?? '', target.path);
        // Only a path that cannot be decoded is found without a route.
        if (!found.store)
            return refused(400, 'The path is not percent-encoded correctly.');
        const route = found.store;
        const text = await readText(request, route);
        if (typeof text !== 'string')
            return text;
        const input = readInput(route, text, target.search);
        if (!input.ok)
            return { kind: 'refused', status: 400, problems: input.problems };
        const headers = request.headers;
        const { body, query } = input;
        const asked = { parameters: found.params, headers, body: body, query: query };
        try {
            return await route.handle(asked, context);
        }
        catch (error) {
            onBug(error);
            return refused(500, 'The control plane has failed by its own fault.');
        }
    };
}
function createRouter() {
    const unused = () => undefined;
    const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 1024, onBadUrl: unused });
    for (const route of CONTROL_ROUTES) {
        const path = `${CONTROL_PREFIX}${route.path}`.replace(/\{(\w+)\}/g, ':$1');
        router.on(route.method, path, unused, route);
    }
    return router;
}
async function readText(request, route) {
    const limit = route.large ? CONTROL_LIMITS.maxSnapshot : CONTROL_LIMITS.maxBody;
    try {
        const bytes = await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
        return isUtf8(bytes) ? bytes.toString('utf8') : refused(400, 'The body is not UTF-8.');
    }
    catch (error) {
        const tooLarge = error.type === 'entity.too.large';
        return tooLarge
            ? refused(413, `A body has at most ${limit} bytes.`)
            : refused(400, 'The body broke off.');
    }
}
function notFound(method, path) {
    const hint = `GET ${CONTROL_PREFIX} lists what there is.`;
    return refused(404, `There is no ${method} ${path.slice(0, 200)} in the control plane.`, { hint });
}
