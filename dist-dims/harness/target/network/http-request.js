import { breakageOf, broken } from './breakage.js';
import { USER_AGENT } from './settings.js';
import { notUtf8, readUtf8 } from './utf8.js';
/** @param prefix the path of the base address, which every path follows. */
export async function httpRequest(pool, base, prefix, request, signal) {
    const given = signal && givenUp(signal);
    const work = requestOnce(pool, base, prefix, request, signal);
    const outcome = await (given ? Promise.race([work, given.came]) : work);
    given?.forget();
    return outcome;
}
/**
 * The library hears a signal only once it has a connection, and a server may accept one and never finish the
 * handshake.
 */
function givenUp(signal) {
    let forget = () => undefined;
    const came = new Promise((resolve) => {
        const giveUp = () => resolve(ABORTED);
        signal.addEventListener('abort', giveUp, { once: true });
        forget = () => signal.removeEventListener('abort', giveUp);
        if (signal.aborted)
            giveUp();
    });
    return { came, forget };
}
const ABORTED = broken('aborted', 'the request was given up');
async function requestOnce(pool, base, prefix, request, signal) {
    try {
        const reply = await pool.request({
            method: request.method,
            path: prefix + request.path,
            headers: { 'user-agent': USER_AGENT, ...request.headers },
            ...(request.body === undefined ? {} : { body: request.body }),
            ...(signal === undefined ? {} : { signal }),
        });
        const body = readUtf8(await reply.body.bytes());
        const { headers, malformed } = readHeaders(joined(reply.headers));
        if (body.invalidAt !== undefined)
            malformed.push(notUtf8('a body', body.invalidAt));
        return {
            kind: 'reply',
            reply: {
                status: reply.statusCode,
                headers,
                body: body.text,
                ...(malformed.length > 0 && { malformed }),
            },
        };
    }
    catch (error) {
        if (signal?.aborted)
            return ABORTED;
        return breakageOf(error, base.origin);
    }
}
/** Undici gives a header one character for each byte. */
function readHeaders(raw) {
    const headers = {};
    const malformed = [];
    for (const [name, value] of Object.entries(raw)) {
        const { text, invalidAt } = readUtf8(Buffer.from(value, 'latin1'));
        headers[name] = text;
        if (invalidAt !== undefined)
            malformed.push(notUtf8(`a header ${name}`, invalidAt));
    }
    return { headers, malformed };
}
function joined(headers) {
    const result = {};
    for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined)
            result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    }
    return result;
}
