// JSON Pointers (RFC 6901).
/** A key as one part of a pointer. */
export function escapeKey(key) {
    return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
