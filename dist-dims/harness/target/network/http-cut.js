// A request that surely leaves, on a connection that then breaks before any reply is read.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { breakageOf, broken } from './breakage.js';
import { hangUp } from './hang-up.js';
import { tlsOptions, USER_AGENT } from './settings.js';
/**
 * An HTTP client library gives no such promise: aborting a request may drop what it has not written yet. So
 * the bytes are written here, on a socket of their own, and `hangUp` sees to it that they arrive.
 */
export async function httpCut(settings, linger, base, prefix, request, signal) {
    let bytes;
    try {
        bytes = serialize(base, prefix, request);
    }
    catch (error) {
        return breakageOf(error, base.origin);
    }
    if (signal?.aborted)
        return broken('refused', 'the request was given up before it was sent');
    const socket = connect(base, settings);
    const abort = () => void socket.destroy(new Error('given up'));
    signal?.addEventListener('abort', abort, { once: true });
    try {
        await connected(socket, base.protocol === 'https:' ? 'secureConnect' : 'connect');
        await hangUp(socket, bytes, settings.clock, linger);
        return broken('cut', 'the connection was cut on purpose once the request had left');
    }
    catch (error) {
        if (signal?.aborted)
            return broken('aborted', 'the request was given up');
        return breakageOf(error, base.origin);
    }
    finally {
        signal?.removeEventListener('abort', abort);
    }
}
function connect(base, { tls }) {
    const host = base.hostname.replace(/^\[(.*)\]$/, '$1');
    if (base.protocol !== 'https:')
        return connectPlain({ host, port: Number(base.port || 80) });
    const port = Number(base.port || 443);
    return connectSecure({ host, port, ...(isName(host) ? { servername: host } : {}), ...tlsOptions(tls) });
}
function connected(socket, event) {
    return new Promise((resolve, reject) => {
        socket.once(event, () => {
            socket.off('error', reject);
            resolve();
        });
        socket.once('error', reject);
    });
}
function serialize(base, prefix, { method, path, headers, body }) {
    const target = prefix + path;
    if (!/^[A-Za-z]+$/.test(method) || !/^[\x21-\x7e]+$/.test(target))
        throw Object.assign(new Error(`${method} ${target}`), { code: 'ERR_UNESCAPED_CHARACTERS' });
    const lines = [`${method} ${target} HTTP/1.1`, `host: ${base.host}`];
    const given = { 'user-agent': USER_AGENT, ...headers };
    for (const [name, value] of Object.entries(given)) {
        validateHeaderName(name);
        validateHeaderValue(name, value);
        lines.push(`${name}: ${value}`);
    }
    if (body !== undefined)
        lines.push(`content-length: ${Buffer.byteLength(body)}`);
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
/** Server names of TLS are names; an address there is an error. */
const isName = (host) => !/^[\d.]+$|:/.test(host);
