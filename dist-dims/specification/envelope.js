import { OPEN_ERROR_CODES, STATED_ERROR_CODES, SUCCESS } from '../contract/error-codes.js';
import { SCOPES } from '../contract/scopes.js';
import { canonicalJsonSchema } from '../dialect/json-schema.js';
/** @param frame the canonical schema of what surrounds the data. */
export function successSchema(frame, data) {
    return framed(frame, { code: { const: SUCCESS }, message: { const: 'OK' }, data });
}
/** One alternative for each of the codes, as the dialect writes them. */
export function refusalSchema(frame, codes, dialect) {
    const alternatives = new Map();
    for (const code of codes) {
        const wire = dialect.error(code).code;
        const data = refusalData(code);
        const schema = framed(frame, {
            code: { const: wire },
            requestId: { type: 'string' },
            ...(data ? { data } : {}),
        });
        alternatives.set(`${wire} ${JSON.stringify(data)}`, schema);
    }
    const [only, ...others] = alternatives.values();
    return only && others.length === 0 ? only : { anyOf: [...alternatives.values()] };
}
export function meaningOf(code) {
    return { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code].meaning;
}
/** A reply as it may look. */
export function refusalExample(code, dialect) {
    const { meaning } = { ...STATED_ERROR_CODES, ...OPEN_ERROR_CODES }[code];
    const data = code === 'RATE_LIMITED'
        ? { retryAfterSeconds: 3 }
        : code === 'AUTH_SCOPE_DENIED'
            ? { requiredScope: SCOPES[0] }
            : {};
    return { code: dialect.error(code).code, message: meaning, requestId: 'req-1', data };
}
function refusalData(code) {
    if (code === 'RATE_LIMITED') {
        const retryAfterSeconds = {
            type: 'number',
            minimum: 0,
            description: 'the same as the header Retry-After',
        };
        return { type: 'object', properties: { retryAfterSeconds }, required: ['retryAfterSeconds'] };
    }
    if (code === 'AUTH_SCOPE_DENIED') {
        const requiredScope = { type: 'string', enum: [...SCOPES] };
        return { type: 'object', properties: { requiredScope }, required: ['requiredScope'] };
    }
    return undefined;
}
function framed(frame, known) {
    const { properties, required = [], ...rest } = canonicalJsonSchema(frame);
    return {
        ...rest,
        properties: { ...properties, ...known },
        required: [...new Set([...required, ...Object.keys(known)])],
    };
}
