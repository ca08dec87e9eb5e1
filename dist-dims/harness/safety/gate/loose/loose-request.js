/** Nobody routes by these. */
const INERT = new Set([
    'accept',
    'accept-language',
    'authorization',
    'idempotency-key',
    'user-agent',
    'cache-control',
]);
const PLAIN_CHARSETS = new Set([
    'utf-8',
    'utf8',
    'us-ascii',
    'ascii',
    'iso-8859-1',
    'latin1',
]);
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
export function looseRequest({ method, path, headers, body, }) {
    const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const hasBody = body !== undefined && body !== '';
    for (const [name, value] of entries) {
        if (hasBody && name === 'content-encoding' && value.trim().toLowerCase() !== 'identity')
            return { why: `its body is said to be encoded as ${value}` };
        const charset = /charset\s*=\s*"?([^";,\s]*)/i.exec(value)?.[1];
        if (hasBody &&
            name === 'content-type' &&
            charset !== undefined &&
            !PLAIN_CHARSETS.has(charset.toLowerCase()))
            return { why: `its body is said to be in ${charset}` };
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
