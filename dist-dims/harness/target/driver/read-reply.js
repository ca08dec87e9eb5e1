// From a body to a Reply: the envelope as far as it is one, the data as far as they fit.
import { STATED_ERROR_CODES, SUCCESS } from '../../../contract/error-codes.js';
import { isObject } from '../../../kernel/json.js';
import { retryAfterIn } from '../interference.js';
import { decodeData } from './decode-data.js';
import { parseJson } from './parse-json.js';
import { describe, inShort } from './words.js';
/** A REST reply. What is no envelope is a reply all the same, with an empty code. */
export function readHttpReply(dialect, call, http) {
    const parsed = parseJson(http.body);
    if (!parsed.ok) {
        const mismatches = [`the body: expected JSON, got ${parsed.detail}`];
        const reply = { code: '', message: '', data: undefined, mismatches };
        return { reply: { ...reply, ...httpPart(http, undefined) }, parsed: undefined };
    }
    return { reply: readEnvelope(dialect, call, parsed.value, http), parsed: parsed.value };
}
/** @param http status and headers, which a WebSocket reply does not have. */
export function readEnvelope(dialect, call, body, http) {
    const fields = isObject(body) ? body : {};
    const { code, message, requestId, data } = fields;
    const mismatches = isObject(body) ? envelopeMismatches(fields) : [expected('', 'an object', body)];
    const fits = code === SUCCESS && (data === undefined || isObject(data));
    const decoded = fits ? decodeData(dialect, call, data) : { data, mismatches: [] };
    return {
        code: typeof code === 'string' ? canonicalCode(dialect, code) : '',
        message: typeof message === 'string' ? message : '',
        ...(typeof requestId === 'string' ? { requestId } : {}),
        data: decoded.data,
        mismatches: [...mismatches, ...decoded.mismatches.map(describe)],
        ...(decoded.mismatches.length > 0 ? { dialectMismatches: decoded.mismatches } : {}),
        ...httpPart(http, data),
    };
}
function envelopeMismatches({ code, message, requestId, data }) {
    const found = [];
    if (typeof code !== 'string' || code === '')
        found.push(expected('/code', 'a text', code));
    if (typeof message !== 'string')
        found.push(expected('/message', 'a text', message));
    if (requestId !== undefined && typeof requestId !== 'string')
        found.push(expected('/requestId', 'a text', requestId));
    if (data !== undefined && !isObject(data))
        found.push(expected('/data', 'an object', data));
    return found;
}
function expected(pointer, what, got) {
    return `${pointer || 'the body'}: expected ${what}, got ${inShort(got)} (the interface)`;
}
/** Only the codes that the interface leaves open have other names on the wire. */
function canonicalCode(dialect, wireCode) {
    if (wireCode === SUCCESS || Object.hasOwn(STATED_ERROR_CODES, wireCode))
        return wireCode;
    const canonical = dialect.canonicalCode(wireCode);
    return canonical === undefined || Object.hasOwn(STATED_ERROR_CODES, canonical) ? wireCode : canonical;
}
function httpPart(http, data) {
    const headers = http?.headers ?? {};
    const seconds = retryAfter(data, headers);
    return {
        headers,
        ...(http === undefined ? {} : { status: http.status }),
        ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
    };
}
function retryAfter(data, headers) {
    const given = retryAfterIn(data);
    if (typeof given === 'number' && given >= 0)
        return given;
    const header = headers['retry-after'] ?? '';
    return /^\d+(\.\d+)?$/.test(header) ? Number(header) : undefined;
}
