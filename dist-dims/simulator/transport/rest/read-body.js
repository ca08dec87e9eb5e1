// Reads a request body up to a limit.
import { isUtf8 } from 'node:buffer';
import getRawBody from 'raw-body';
import { REQUEST_LIMITS } from '../../limits/limits.js';
const EMPTY = { kind: 'read', text: '' };
/** Told by the headers (RFC 9112, 6.3), so that a request without a body is handled without waiting. */
export function hasBody({ headers }) {
    const length = headers['content-length'];
    return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
/** @param limit in bytes. */
export async function readBody(request, limit) {
    if (!hasBody(request))
        return EMPTY;
    try {
        const bytes = await getRawBody(request, { limit, length: request.headers['content-length'] ?? null });
        return isUtf8(bytes) ? { kind: 'read', text: bytes.toString('utf8') } : { kind: 'no-text' };
    }
    catch (error) {
        if (error.type !== 'entity.too.large')
            return { kind: 'gone' };
        return readAway(request, limit * REQUEST_LIMITS.bodyLeftover);
    }
}
/** Reads and discards the rest, up to `most` bytes: many clients read no answer while they still send. */
function readAway(request, most) {
    return new Promise((resolve) => {
        let bytes = 0;
        request.on('data', (chunk) => {
            bytes += chunk.length;
            if (bytes > most)
                resolve({ kind: 'too-large', ended: false });
        });
        request.once('end', () => resolve({ kind: 'too-large', ended: true }));
        request.once('close', () => resolve({ kind: 'gone' }));
        request.once('error', () => resolve({ kind: 'gone' }));
        request.resume();
    });
}
