import { openApiDocument } from '../../../specification/open-api.js';
import { splitTarget } from './router.js';
const OPEN_API_PATH = '/openapi.json';
/** Made when it is first asked for: most runs never do. */
const texts = new WeakMap();
/** The reply to a request for the document; undefined when the request is for something else. */
export function openApiReply(method, target, dialect) {
    if (method !== 'GET' || splitTarget(target ?? '')[0] !== OPEN_API_PATH)
        return undefined;
    const body = texts.get(dialect) ?? JSON.stringify(openApiDocument(dialect));
    texts.set(dialect, body);
    return { status: 200, headers: {}, body };
}
