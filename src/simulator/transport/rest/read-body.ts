// Reads a request body up to a limit.
import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';

export type ReadBody =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** The caller broke the connection first. */
  | { readonly kind: 'gone' };

/** @param limit in bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return { kind: 'read', text: '' };
  try {
    return { kind: 'read', text: (await getRawBody(request, { limit })).toString('utf8') };
  } catch (error) {
    const type = (error as { type?: string }).type;
    return { kind: type === 'entity.too.large' ? 'too-large' : 'gone' };
  }
}
