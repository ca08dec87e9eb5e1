import { secretNames } from '../../../dialect/secret-names.js';
import { ENDPOINTS } from '../../../contract/endpoints.js';
import { detached } from '../../../kernel/detached.js';
import { isObject, jsonIn } from '../../../kernel/json.js';
import { readJson } from '../../../kernel/json-limits.js';
import { redactNames, redactQuery } from '../../../output/secret-names.js';
import { JSON_LIMITS, MEMORY_LIMITS } from '../../limits/limits.js';
export function createRefusalNotes(journal, dialect, now) {
    const isSecret = secretNames(dialect);
    const shown = (value) => bounded(redactNames(value, isSecret));
    const note = (row, origin, rest) => {
        const { deviceId, what } = row.request;
        journal.note({
            kind: 'refusal',
            exchange: row.exchange,
            channel: row.channel,
            what,
            ...(row.client !== undefined && { client: row.client }),
            ...(deviceId !== undefined && { deviceId }),
            took: now() - origin.at,
            ...rest,
        });
    };
    const partsOf = (refusal, wire) => {
        const parts = refusal?.problems?.map(({ pointer, expected }) => {
            const came = at(redactNames(wire, isSecret), pointer);
            return { pointer, expected, ...(came !== undefined && { came: bounded(came) }) };
        });
        return parts && parts.length > 0 ? { problems: parts } : {};
    };
    return {
        overRest: (request, reply) => {
            const { method, target, body, origin } = request;
            if (!origin.row)
                return;
            const wire = wireOf(request);
            const returned = jsonIn(reply.body);
            const fields = isObject(returned) ? returned : {};
            const path = detached(redactQuery(target, isSecret), MEMORY_LIMITS.maxJournalPath);
            note(origin.row, origin, {
                method,
                path,
                status: reply.status,
                code: origin.row.code ?? 'NONE',
                reason: reasonOf(reply.refusal, fields),
                ...partsOf(reply.refusal, wire),
                ...(body !== '' && { sent: wire === undefined ? unreadableWords(request) : shown(wire) }),
                returned: shown(returned),
            });
        },
        overWebSocket: (origin, sent, refusal) => {
            if (!origin.row)
                return;
            const { code, message } = refusal;
            const wireCode = dialect.error(code).code;
            note(origin.row, origin, {
                code,
                reason: message,
                ...partsOf(refusal, sent),
                ...(sent !== undefined && { sent: shown(sent) }),
                returned: { code: wireCode, message },
            });
        },
    };
}
/** The body as JSON; undefined when it is none, or more than is looked at. */
function wireOf({ body }) {
    if (body === '' || body.length > LARGEST_READ)
        return undefined;
    const read = readJson(body, JSON_LIMITS);
    return read.ok ? read.value : undefined;
}
/** Bodies with more characters are told by their length. */
const LARGEST_READ = 65_536;
/** Characters of JSON that a record keeps of one body. */
const LARGEST_KEPT = 2000;
/** Characters of a body that is no JSON. */
const EXCERPT = 200;
/** What is no JSON has no names by which a secret in it could be told: it is shown where none belongs. */
function unreadableWords({ body, routed }) {
    const size = `${body.length} characters`;
    if (body.length > LARGEST_READ)
        return `<${size}>`;
    const access = 'refusal' in routed ? 'none' : ENDPOINTS[routed.endpoint].access;
    const mayHoldSecrets = access === 'none' || access === 'ticket' || access === 'device:manage';
    return mayHoldSecrets ? `<${size} that are no JSON>` : detached(body, EXCERPT);
}
function bounded(value) {
    const text = JSON.stringify(value);
    return text === undefined || text.length <= LARGEST_KEPT ? value : `<JSON of ${text.length} characters>`;
}
function reasonOf(refusal, fields) {
    if (refusal)
        return refusal.message;
    const { message } = fields;
    return typeof message === 'string' ? message : 'the reply does not say why';
}
/** What a JSON Pointer leads to. */
function at(value, pointer) {
    let found = value;
    for (const part of pointer.split('/').slice(1)) {
        const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
        if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key))
            return undefined;
        found = found[key];
    }
    return found;
}
