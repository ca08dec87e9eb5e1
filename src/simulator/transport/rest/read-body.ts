// Reads a request body up to a limit.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';

export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  /** `ended`: all of it has been read away, and the caller waits for the answer. */
  | { readonly kind: 'too-large'; readonly ended: boolean }
  /** No text in UTF-8, and so no JSON (RFC 8259, 8.1). */
  | { readonly kind: 'no-text' }
  /** The caller broke the connection first. */
  | { readonly kind: 'gone' };

const EMPTY: ReadBody = { kind: 'read', text: '' };

/** By its headers (RFC 9112, 6.3): most requests have none, and nothing is waited for. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** @param limit in bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (!hasBody(request)) return EMPTY;
  try {
    const bytes = await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
    return isUtf8(bytes) ? { kind: 'read', text: bytes.toString('utf8') } : { kind: 'no-text' };
  } catch (error) {
    if ((error as { type?: string }).type !== 'entity.too.large') return { kind: 'gone' };
    return readAway(request, limit * LEFTOVER);
  }
}

/** How much of a body that is too large is read and thrown away, in limits, before the caller is cut off. */
const LEFTOVER = 16;

/** Reads the rest, up to a limit: whoever is still sending does not look for an answer. */
function readAway(request: IncomingMessage, most: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) resolve({ kind: 'too-large', ended: false });
    });
    request.once('end', () => resolve({ kind: 'too-large', ended: true }));
    request.once('close', () => resolve({ kind: 'gone' }));
    request.once('error', () => resolve({ kind: 'gone' }));
    request.resume();
  });
}
