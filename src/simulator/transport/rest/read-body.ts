// Reads a request body up to a limit.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { REQUEST_LIMITS } from '../../limits/limits.js';

export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  /** `ended`: the whole body has been read and discarded, so the client now reads the answer. */
  | { readonly kind: 'too-large'; readonly ended: boolean }
  /** Not valid UTF-8, and therefore not JSON (RFC 8259, 8.1). */
  | { readonly kind: 'no-text' }
  /** The client closed the connection before the body was complete. */
  | { readonly kind: 'gone' };

const EMPTY: ReadBody = { kind: 'read', text: '' };

/** Told by the headers (RFC 9112, 6.3), so that a request without a body is handled without waiting. */
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
    return readAway(request, limit * REQUEST_LIMITS.bodyLeftover);
  }
}

/** Reads and discards the rest, up to `most` bytes: many clients read no answer while they still send. */
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
