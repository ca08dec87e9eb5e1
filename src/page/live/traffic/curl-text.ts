// An exchange over REST as a command line for curl. Secrets are names of shell variables.
import type { ExchangeOnWire } from '../../../simulator/control/replies.js';
import type { ExchangeEntry } from '../store/traffic-entry.js';

/** Headers that curl writes by itself, or that belong to one connection. */
const IMPLIED = new Set(['host', 'connection', 'content-length', 'accept', 'accept-encoding', 'user-agent']);

/** @param wire undefined where its bytes are not kept: then the body is missing. */
export function curlOf(entry: ExchangeEntry, wire: ExchangeOnWire | undefined, service: string): string {
  const { request } = entry;
  const method = wire?.method ?? request.method ?? 'GET';
  const headers = wire?.headers ?? {
    authorization: '',
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
  };
  const words = [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(headers)
      .filter(([name]) => !IMPLIED.has(name) && !name.startsWith('sec-'))
      .map(headerWords),
    ...(wire?.sent === undefined ? [] : [`-d ${quoted(bodyText(wire.sent))}`]),
    quoted(service + (wire?.path ?? request.path ?? '/')),
  ];
  return words.join(' \\\n  ');
}

function headerWords([name, value]: [string, string]): string {
  return name === 'authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quoted(`${name}: ${value}`)}`;
}

function bodyText(sent: unknown): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}

/** The word as a POSIX shell reads it back unchanged. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
