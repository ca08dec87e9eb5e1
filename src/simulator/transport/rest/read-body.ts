// Reads a request body up to a limit.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { REQUEST_LIMITS } from '../../limits/limits.js';

export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  /** `ended`: the whole body has been read and discarded, so the client now reads the answer. */
  | { readonly kind: 'too-large'; readonly ended: boolean }
  /** Not valid UTF-8, and therefore not JSON (RFC 8259, 8.1). */
  | { readonly kind: 'no-text' }
  /** The client closed the connection before the body was complete. */
  | { readonly kind: 'gone' };

/** Told by the headers (RFC 9112, 6.3), so that a request without a body is handled without waiting. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * What is beyond the limit is read and discarded, up to a limit of its own: many clients read no answer while they
 * still send.
 * @param limit in bytes.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    // Told by its headers, a body that is too large is not kept at all.
    const room = Number(request.headers['content-length'] ?? 0) > limit ? 0 : limit;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= room) pieces.push(piece);
      else if (bytes > limit * REQUEST_LIMITS.bodyLeftover) resolve({ kind: 'too-large', ended: false });
    });
    request.on('end', () => resolve(bytes <= room ? textOf(pieces) : { kind: 'too-large', ended: true }));
    const gone = (): void => resolve({ kind: 'gone' });
    request.on('close', gone);
    request.on('error', gone);
  });
}

function textOf(pieces: readonly Buffer[]): ReadBody {
  const [only] = pieces;
  const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces);
  return isUtf8(bytes) ? { kind: 'read', text: bytes.toString('utf8') } : { kind: 'no-text' };
}
