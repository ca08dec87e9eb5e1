// What a request over REST shows of its sender before anybody has looked at what it asks for.
import { detached } from '../../../kernel/detached.js';
import { bearerOf } from './bearer.js';
import { splitTarget } from './router.js';
export function observe({ headers, target, body, arrival }) {
    const [, search] = splitTarget(target);
    return {
        bearer: bearerOf(headers['authorization']),
        told: body === '' ? search : `${search}\n${body}`,
        headers: tellingHeaders(headers),
        arrival,
    };
}
/** Headers by which browsers are known, and those that make a request another one than it seems. */
const TELLING = [
    'origin',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
    'sec-fetch-user',
    'access-control-request-method',
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
];
/** A client's own words may be long; nothing longer than this is kept. */
const LONGEST_HEADER = 256;
export function tellingHeaders(headers) {
    let found;
    for (const name of TELLING) {
        const value = headers[name];
        if (value !== undefined)
            (found ??= {})[name] = detached(String(value), LONGEST_HEADER);
    }
    return found;
}
