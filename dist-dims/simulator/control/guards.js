// Who may use the control plane: programs of this machine that have the token. Web pages may not, not even one
// whose host name resolves to this machine (DNS rebinding).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { refused } from './route.js';
/** A real secret, so it comes from the system's random source and not from the seed. */
export function createControlToken() {
    return `ctl-${randomBytes(24).toString('base64url')}`;
}
const LOOPBACK_NAME = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** The refusal, or undefined when the caller may go on. */
export function guard(headers, token) {
    if (!LOOPBACK_NAME.test(headers.host ?? ''))
        return refused(403, 'The Host header must name this machine: localhost, 127.0.0.1 or [::1].');
    if (headers.origin !== undefined)
        return refused(403, 'Web pages may not use the control plane.');
    const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), digest(token)))
        return refused(401, 'The token of the control plane is needed: Authorization: Bearer <token>.');
    return undefined;
}
/** All digests have the same length, whatever text is given. */
function digest(text) {
    return createHash('sha256').update(text).digest();
}
