// Who may use the control plane: programs of this machine and the page that it serves itself, with the token. Other
// web pages may not, not even one whose host name resolves to this machine (DNS rebinding).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ControlReply, refused } from './route.js';

/** A real secret, so it comes from the system's random source and not from the seed. */
export function createControlToken(): string {
  return `ctl-${randomBytes(24).toString('base64url')}`;
}

const LOOPBACK_NAME = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** The refusal of a request that was meant for another name, or undefined when the caller may go on. */
export function guardHost({ host }: IncomingHttpHeaders): ControlReply | undefined {
  if (LOOPBACK_NAME.test(host ?? '')) return undefined;
  return refused(403, 'The Host header must name this machine: localhost, 127.0.0.1 or [::1].');
}

/** The same for who asks: the page of this very port, or a program, and either with the token. */
export function guard(headers: IncomingHttpHeaders, token: string): ControlReply | undefined {
  const stopped = guardHost(headers);
  if (stopped) return stopped;
  const { origin, host } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host?.toLowerCase()}`)
    return refused(403, 'Web pages of other origins may not use the control plane.');
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (given === undefined)
    return refused(401, 'The token of the control plane is needed: Authorization: Bearer <token>.');
  if (!timingSafeEqual(digest(given), digest(token)))
    return refused(
      401,
      'This is not the token of this simulator: each one has its own, and prints it at its start.',
    );
  return undefined;
}

/** All digests have the same length, whatever text is given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
