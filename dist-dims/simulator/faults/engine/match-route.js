// Which endpoint a request is for, before the handler has looked at it.
import { ENDPOINT_NAMES, ENDPOINTS } from '../../../contract/endpoints.js';
const ROUTES = ENDPOINT_NAMES.map((route) => {
    const { method, path } = ENDPOINTS[route];
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`);
    return { route, method, pattern };
});
export function matchRoute(method, path) {
    for (const { route, method: expected, pattern } of ROUTES) {
        const match = method === expected ? pattern.exec(path) : null;
        if (match)
            return { route, parameters: decoded(match.groups ?? {}) };
    }
    return undefined;
}
function decoded(groups) {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]));
}
function decode(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
