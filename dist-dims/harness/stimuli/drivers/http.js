import { request } from 'undici';
import { interferenceIn } from '../../target/interference.js';
import { USER_AGENT } from '../../target/network/settings.js';
import { retry } from '../../target/retry.js';
import { APPLIED, failed } from '../../profile/stimuli/act.js';
import { isWitness } from '../../profile/stimuli/catalogue.js';
import { firstLine, MOST_OUTPUT } from '../bounded.js';
import { fill, inJson } from '../../profile/stimuli/template.js';
import { readNumber } from './read-number.js';
export function httpDriver(how, way) {
    return async (act, signal) => {
        const headers = Object.entries(how.headers).map(([name, value]) => [name, fill(value, act)]);
        const body = how.body && fill(how.body, act, inJson);
        const sent = await callHttp(act.name, {
            method: how.method,
            url: fill(how.url, act, encodeURIComponent),
            headers: Object.fromEntries(headers),
            ...(body === undefined ? {} : { body }),
        }, way, signal);
        if (!sent.ok)
            return failed(sent.detail);
        return how.value === undefined ? APPLIED : readNumber(sent.text, how.value);
    };
}
/** Tries in all of a look at a witness. What acts is called once: it may have been done without a reply. */
const LOOKS = 3;
export async function callHttp(name, call, { dispatcher, clock }, signal) {
    const { result } = await retry({
        clock,
        limits: { tries: isWitness(name) ? LOOKS : 1 },
        signal,
        attempt: () => callOnce(call, dispatcher, signal),
        hindranceOf: (called) => called.ok
            ? undefined
            : interferenceIn({
                outcome: called.status === undefined ? 'broken' : 'reply',
                status: called.status,
            }),
    });
    return result;
}
/** Redirects are not followed: a stimulus goes where the profile says. */
async function callOnce({ method, url, headers, body }, dispatcher, signal) {
    try {
        const reply = await request(url, {
            method,
            headers: { 'user-agent': USER_AGENT, ...headers },
            ...(body === undefined ? {} : { body }),
            dispatcher,
            signal,
        });
        const { statusCode: status } = reply;
        const text = await readText(reply.body);
        if (text === undefined)
            return { ok: false, status, detail: `the reply is larger than ${MOST_OUTPUT} bytes` };
        if (status >= 200 && status < 300)
            return { ok: true, text };
        return { ok: false, status, detail: `it was answered with ${status} ${firstLine(text)}`.trimEnd() };
    }
    catch (error) {
        if (signal.aborted)
            return { ok: false, detail: 'no answer came in time' };
        return { ok: false, detail: wordsOf(error) };
    }
}
async function readText(body) {
    const pieces = [];
    let size = 0;
    for await (const piece of body) {
        size += piece.length;
        if (size > MOST_OUTPUT)
            return undefined;
        pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
}
function wordsOf(error) {
    return error instanceof Error ? firstLine(error.message || error.name) : String(error);
}
