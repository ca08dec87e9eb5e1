// Speaks to the control plane of a running simulator, for the commands that look into it and stage things in it.
import { CONTROL_PREFIX } from '../../simulator/control/prefix.js';
import { refuse } from '../../document/complaint.js';
import { controlToken } from './control-token.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { EXIT } from '../exit-codes.js';
const NO_PLACE = 'Take --control URL --token-file FILE, or CONFORM_CONTROL and CONFORM_CONTROL_TOKEN, as conform serve prints them.';
/** @param terms of the command; without them problems stand for themselves. */
export function controlClient(options, io, terms = () => undefined) {
    const place = options.control ?? io.env['CONFORM_CONTROL'];
    const found = controlToken({ token: options.token, file: options.tokenFile }, io);
    if (!found.ok)
        return { ...found, code: EXIT.usage };
    const token = found.value;
    if (!place)
        return failed('it is not said where the control plane is', NO_PLACE);
    if (!token)
        return failed('the token of the control plane is missing', NO_PLACE);
    io.secrets.keep(token, '<control token>');
    const base = baseOf(place);
    if (base === undefined)
        return failed(`${place} is no URL of a control plane`, NO_PLACE);
    const clock = createSystemClock();
    const send = async (method, path, body, signal) => {
        const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
        try {
            const response = await fetch(base + path, {
                method,
                headers: { authorization: `Bearer ${token}` },
                ...(text !== undefined && { body: text }),
                ...(signal && { signal }),
            });
            return response.ok ? { ok: true, value: response } : await refusalOf(response, terms);
        }
        catch (error) {
            const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
            const words = cause instanceof Error ? cause.message : String(cause);
            return failed(`no control plane answers at ${base}: ${words}`, 'Is conform serve running?', EXIT.unreachable);
        }
    };
    return {
        ok: true,
        value: {
            call: async (method, path, body) => {
                const over = new AbortController();
                const timer = clock.setTimer('answer of the control plane', LONGEST_CALL, () => over.abort(TOO_LATE));
                try {
                    const sent = await send(method, path, body, over.signal);
                    return sent.ok ? await jsonOf(sent.value, base) : sent;
                }
                finally {
                    timer.cancel();
                }
            },
            follow: async (path, onEvent, signal) => {
                const sent = await send('GET', path, undefined, signal);
                if (!sent.ok)
                    return signal.aborted ? { ok: true, value: undefined } : sent;
                await readEvents(sent.value, onEvent).catch((error) => {
                    // A stream that breaks off has ended, whoever ended it.
                    const broken = error instanceof TypeError && error.message === 'terminated';
                    if (!signal.aborted && !broken)
                        throw error;
                });
                return { ok: true, value: undefined };
            },
        },
    };
}
/** To advance the clock by days takes a simulator a while; in ms. */
const LONGEST_CALL = 120_000;
const TOO_LATE = new Error(`no whole answer came within ${LONGEST_CALL / 1000} s`);
/** A snapshot of a large fleet is large; in bytes. */
const LARGEST_ANSWER = 256 * 1024 * 1024;
async function jsonOf(response, base) {
    const broken = (why) => failed(`what answers at ${base} is no control plane: ${why}`, 'Is conform serve running there?', EXIT.unreachable);
    try {
        const pieces = [];
        let size = 0;
        for await (const piece of response.body ?? []) {
            size += piece.length;
            if (size > LARGEST_ANSWER)
                return broken(`its answer has more than ${LARGEST_ANSWER} bytes`);
            pieces.push(piece);
        }
        return { ok: true, value: JSON.parse(Buffer.concat(pieces).toString('utf8')) };
    }
    catch (error) {
        return broken(error instanceof Error ? error.message : String(error));
    }
}
/** With or without the prefix; plain HTTP, as the control plane never leaves the machine. */
function baseOf(place) {
    if (!URL.canParse(place))
        return undefined;
    const url = new URL(place);
    if (url.protocol !== 'http:')
        return undefined;
    return `${url.origin}${CONTROL_PREFIX}`;
}
function failed(message, hint, code = EXIT.usage) {
    return { ...refuse(message, hint), code };
}
async function refusalOf(response, terms) {
    const { problems = [] } = (await response.json().catch(() => ({})));
    const code = response.status >= 500 ? EXIT.internal : EXIT.usage;
    const complaints = problems.map(({ message, pointer, hint }) => {
        const words = pointer ? placed(message, terms(pointer)) : inTerms(message, terms);
        return { kind: 'words', message: words, ...(hint !== undefined && { hint: commandHint(hint) }) };
    });
    if (complaints.length > 0)
        return { ok: false, code, complaints };
    return failed(`the control plane answered with ${response.status}`, undefined, code);
}
function placed(message, term) {
    return term === undefined ? message : `${term}: ${message}`;
}
/** Problems of an order begin with their place: `with.delay: expected a duration`. */
function inTerms(message, terms) {
    const [, place, rest = ''] = /^([a-z][\w.-]*): (.*)$/s.exec(message) ?? [];
    const term = place === undefined ? undefined : terms(`/${place.replaceAll('.', '/')}`);
    return term === undefined ? message : placed(rest, term);
}
/** Hints name routes, which those who type commands do not use. */
const COMMANDS = [
    ['GET /control/v1/devices lists them.', 'conform device list shows them.'],
    ['GET /control/v1/faults lists them.', 'conform fault list shows them.'],
];
function commandHint(hint) {
    return COMMANDS.reduce((text, [route, command]) => text.replace(route, command), hint);
}
/** Characters of one event; what sends more is no journal. */
const LARGEST_EVENT = 16 * 1024 * 1024;
async function readEvents(response, onEvent) {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body ?? []) {
        text += decoder.decode(piece, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        if (text.length > LARGEST_EVENT)
            throw new TypeError('terminated');
        for (const block of blocks) {
            const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
            onEvent(field('event'), field('data'));
        }
    }
}
