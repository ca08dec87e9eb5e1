// An HTTP request as texts that a sloppy server could route by, and one that it could take for a document.
import type { HttpRequest } from '../../../target/transport.js';
import type { LooseMessage } from './read-loose.js';

/** Nobody routes by these. */
const INERT: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'authorization',
  'idempotency-key',
  'user-agent',
  'cache-control',
]);

const PLAIN_CHARSETS: ReadonlySet<string> = new Set([
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'iso-8859-1',
  'latin1',
]);

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** What would end a line of the head, so that the rest could be another request. */
function brokenHead(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const control = /[\0-\x1f\x7f]/;
  if (/[^A-Za-z-]/.test(method)) return 'its method is no word';
  if (control.test(path)) return 'a control character stands in its path';
  const names = Object.entries(headers).filter(
    ([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || control.test(value),
  );
  return names.length === 0 ? undefined : 'a character stands in its headers that no header has';
}

export function looseRequest({
  method,
  path,
  headers,
  body,
}: HttpRequest): LooseMessage | { readonly why: string } {
  const head = brokenHead(method, path, headers);
  if (head !== undefined) return { why: head };
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const hasBody = body !== undefined && body !== '';
  for (const [name, value] of entries) {
    if (hasBody && name === 'content-encoding' && value.trim().toLowerCase() !== 'identity')
      return { why: `its body is said to be encoded as ${value}` };
    if (!hasBody || name !== 'content-type') continue;
    const charsets = [...value.matchAll(/charset[*\d]*\s*=\s*["']?([^"';,\s]*)/gi)];
    const odd = charsets.find(([, charset = '']) => !PLAIN_CHARSETS.has(charset.toLowerCase()));
    if (odd) return { why: `its body is said to be in ${odd[1]}` };
  }
  const routing = entries
    .filter(([name]) => !INERT.has(name) && name !== 'content-type' && name !== 'content-encoding')
    .map(([name, value]) => ({ text: `${name}: ${value}`, isPath: true }));
  return {
    method: method.trim().toUpperCase(),
    parts: [
      { text: path, isPath: true },
      ...(METHODS.has(method) ? [] : [{ text: method, isPath: true }]),
      ...routing,
      ...(hasBody ? [{ text: body, isPath: false }] : []),
    ],
  };
}
