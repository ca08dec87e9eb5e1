// The body of a request as JSON. GET and DELETE have none; a body that comes with them is ignored.
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import { unreadable } from '../envelope.js';
import { invalid } from './route.js';
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;
/** The parsed body; undefined when there is none. */
export function parseBody({ method, headers, body }) {
    if (body === '' || method === 'GET' || method === 'DELETE')
        return { ok: true, value: undefined };
    const type = headers['content-type'];
    // Without a Content-Type the body is read as JSON; with one of another type it is refused.
    if (type !== undefined && !JSON_TYPE.test(type)) {
        return invalid('A body is JSON: Content-Type: application/json.');
    }
    const read = readJson(body, JSON_LIMITS);
    return read.ok ? read : { ok: false, refusal: unreadable('body', read.why) };
}
