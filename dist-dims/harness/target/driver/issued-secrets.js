// Tokens and tickets come in replies: this makes them known before anything of their reply is recorded.
import { SUCCESS } from '../../../contract/error-codes.js';
import { isObject } from '../../../kernel/json.js';
const WITHHELD = '<withheld>';
/** What the record of the reply must not show as it is: each text, and what stands in its place. */
export function issuedSecrets(driver, call, client, { reply, parsed }) {
    const { secrets } = driver;
    const whole = new Map();
    for (const cookie of cookiesIn(reply.headers))
        secrets.keepForAWhile(cookie, '<cookie>');
    if (!issues(call))
        return whole;
    const data = isObject(reply.data) ? reply.data : {};
    const { accessToken, ticket } = data;
    if (typeof accessToken === 'string')
        whole.set(accessToken, secrets.token(accessToken, client));
    const isTicket = reply.code === SUCCESS && call.name === 'createTicket' && !reply.dialectMismatches;
    if (isTicket && typeof ticket === 'string')
        whole.set(ticket, secrets.ticket(ticket));
    const withhold = (text, wholeOnly) => {
        if (whole.has(text))
            return;
        whole.set(text, WITHHELD);
        secrets.keepForAWhile(text, WITHHELD, { wholeOnly });
    };
    for (const text of alike(driver, parsed, reply.headers))
        withhold(text, false);
    if (whole.size > 0 || (reply.status ?? 0) >= 400)
        return whole;
    // A success in which the secret is not where it should be: then any text in it may be the secret.
    for (const text of textsIn(isObject(parsed) ? { ...parsed, code: 0, message: 0, requestId: 0 } : parsed))
        withhold(text, true);
    return whole;
}
/** A success that is not even JSON may be the secret as a whole. */
export function shownSecretBody(call, body, { reply, parsed }) {
    return issues(call) && parsed === undefined && (reply.status ?? 0) < 400 ? WITHHELD : body;
}
const issues = ({ name }) => name === 'createToken' || name === 'createTicket';
/** What else looks like a secret by its name or by itself, in refusals and in odd replies, too. */
function alike({ isSecretName }, body, headers) {
    const found = [];
    const walk = (value, name) => {
        if (typeof value === 'string') {
            if (value !== '' && (isSecretName(name) || (!PUBLIC.has(name) && looksIssued(value))))
                found.push(value);
        }
        else if (typeof value === 'object' && value !== null) {
            for (const [key, inner] of Object.entries(value))
                walk(inner, Array.isArray(value) ? name : key);
        }
    };
    walk(isObject(body) ? { ...body, code: 0, message: 0, requestId: 0 } : body, '');
    for (const [name, value] of Object.entries(headers))
        if (isSecretName(name))
            found.push(value);
    return found;
}
/** Fields of these replies that anybody may read. */
const PUBLIC = new Set([
    'clientId',
    'tokenType',
    'scopes',
    'requestId',
    'requiredScope',
]);
/** Long, of the characters of a token, with digits among letters: no word and no time. */
function looksIssued(text) {
    return (/^[\w.~+/=-]{16,}$/.test(text) &&
        /\d/.test(text) &&
        /[A-Za-z]/.test(text) &&
        !/^\d{4}-\d\d-\d\dT/.test(text));
}
function cookiesIn(headers) {
    const { 'set-cookie': cookies = '' } = headers;
    return [...cookies.matchAll(/=([^;,\s]+)/g)].map(([, value = '']) => value).filter(looksIssued);
}
function textsIn(value) {
    if (typeof value === 'string')
        return value === '' ? [] : [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
