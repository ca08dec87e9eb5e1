// Which endpoint a request is for: method and path against the table of the contract.
import findMyWay from 'find-my-way';
import { ENDPOINT_NAMES, ENDPOINTS, } from '../../../contract/endpoints.js';
import { detached } from '../../../kernel/detached.js';
/** In characters: the longest identifier with every character percent-encoded. */
const LONGEST_PARAMETER = 3 * 256;
let built;
/** Built once: it depends on the contract only, and building it takes longer than creating a simulator. */
export function contractRouter() {
    return (built ??= buildRouter());
}
function buildRouter() {
    const unused = () => undefined;
    const router = findMyWay({ maxParamLength: LONGEST_PARAMETER, onBadUrl: unused });
    for (const name of ENDPOINT_NAMES) {
        const { method, path } = ENDPOINTS[name];
        router.on(method, path.replace(/\{(\w+)\}/g, ':$1'), unused, name);
    }
    const known = new Set(ENDPOINT_NAMES.map((name) => ENDPOINTS[name].method));
    const isMethod = (method) => known.has(method);
    const methodsAt = (path) => [...known].filter((method) => router.find(method, path)?.store);
    return (method, target) => {
        const [path, search] = splitTarget(target);
        const found = isMethod(method) ? router.find(method, path) : null;
        if (!found)
            return nothingThere(method, methodsAt(path));
        const endpoint = found.store;
        // Only a path that cannot be decoded is found without an endpoint.
        if (endpoint === null) {
            return { refusal: { code: 'INVALID_REQUEST', message: 'The path is not percent-encoded correctly.' } };
        }
        return { endpoint, parameters: keepable(found.params, target), search };
    };
}
/** The interface has no 405; for a path that exists with other methods the message names them. */
function nothingThere(method, others) {
    const message = others.length === 0
        ? 'There is no such endpoint.'
        : `This path takes ${others.join(' and ')}, not ${method}.`;
    return { refusal: { code: 'NOT_FOUND', message } };
}
/** A request target as its path and what follows the first question mark. */
export function splitTarget(target) {
    const at = target.indexOf('?');
    return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
/** A journal and a ledger may keep the parameters: not with all of a long target. */
function keepable(parameters, target) {
    if (target.length <= LONGEST_PARAMETER)
        return parameters;
    const entries = Object.entries(parameters).map(([name, text = '']) => [name, detached(text, text.length)]);
    return Object.fromEntries(entries);
}
