// The target of a request of the control plane, as far as it is in order: what is odd gets no further.
import { CONTROL_LIMITS } from '../limits/limits.js';
/** The characters of a path and of a query (RFC 3986, 3.3 and 3.4), each percent-encoding whole. */
const PLAIN = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*$/i;
export function readTarget(target) {
    const { maxTarget } = CONTROL_LIMITS;
    if (target.length > maxTarget)
        return odd(`The request target has more than ${maxTarget} characters.`);
    if (!target.startsWith('/'))
        return odd('The request target is no path.');
    if (!PLAIN.test(target))
        return odd('The request target has characters that must be percent-encoded.');
    const at = target.indexOf('?');
    const path = at < 0 ? target : target.slice(0, at);
    const search = at < 0 ? '' : target.slice(at + 1);
    if (decoded(path) === undefined || decoded(search) === undefined)
        return odd('The request target is not percent-encoded UTF-8.');
    const segments = path.slice(1).split('/');
    // One empty segment at the end is a slash too many, and harmless.
    if (segments.slice(0, -1).includes(''))
        return odd('The path has an empty segment.');
    if (segments.some((segment) => /^\.\.?$/.test(decoded(segment) ?? '')))
        return odd('The path has a dot segment.');
    if (segments.some((segment) => CONTROL_CHARACTER.test(decoded(segment) ?? '')))
        return odd('The path has control characters.');
    return { ok: true, path, search };
}
function odd(message) {
    return { ok: false, message };
}
function decoded(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return undefined;
    }
}
const CONTROL_CHARACTER = /\p{Cc}/u;
