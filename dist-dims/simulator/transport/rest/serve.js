import { serviceFailed } from '../envelope.js';
import { endWithReply } from '../last-words.js';
import { refusalReply } from './handle.js';
import { tooLong } from '../too-long.js';
import { openApiReply } from './open-api.js';
import { hasBody, readBody } from './read-body.js';
import { writeReply } from './write-reply.js';
/** In every case the client gets a reply or a broken connection, and nothing is thrown. */
export async function serve(parts, request, response, isClosing, deliveries) {
    try {
        const { socket } = request;
        const arrival = deliveries?.arrival(socket);
        const reply = await replyTo(parts, request, arrival);
        if (!reply)
            return;
        // While the server closes, the connection must not wait for another request.
        if (isClosing())
            response.shouldKeepAlive = false;
        await writeReply(response, reply, parts.clock, arrival && deliveries?.witness(socket, arrival));
    }
    catch (error) {
        parts.onBug?.(error);
        if (response.headersSent)
            response.destroy();
        else
            await writeReply(response, refusal(parts, serviceFailed()), parts.clock).catch(() => response.destroy());
    }
}
/** The reply; undefined when the client has gone, or has been answered already and is being disconnected. */
async function replyTo(parts, request, arrival) {
    const long = tooLong(request);
    if (long)
        return { ...refusal(parts, { code: 'INVALID_REQUEST', message: long.message }), status: long.status };
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
        return refusal(parts, { code: 'INVALID_REQUEST', message: 'A request names its Host.' });
    }
    const document = openApiReply(request.method, request.url, parts.dialect);
    if (document)
        return document;
    if (!hasBody(request))
        return parts.rest(restRequest(request, '', arrival));
    const { maxBodyBytes } = parts.settings;
    const body = await readBody(request, maxBodyBytes);
    if (body.kind === 'read')
        return parts.rest(restRequest(request, body.text, arrival));
    if (body.kind === 'gone')
        return undefined;
    const reply = refusal(parts, faultOf(body, maxBodyBytes));
    if (body.kind === 'no-text' || body.ended)
        return reply;
    endWithReply(request.socket, reply, parts.machine);
    return undefined;
}
function faultOf(body, limit) {
    return body.kind === 'no-text'
        ? { code: 'INVALID_REQUEST', message: 'The body is not UTF-8.' }
        : { code: 'PAYLOAD_TOO_LARGE', message: `A request body has at most ${limit} bytes.` };
}
function restRequest(request, body, arrival) {
    return {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body,
        ...(arrival && { arrival }),
    };
}
function refusal(parts, why) {
    return refusalReply(why, parts.dialect, parts.random);
}
