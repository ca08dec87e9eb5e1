// What all verbs that send a request share: channels, clients, captures and expectations.
import { z } from 'zod';
import { checkMatcher } from '../matcher/matcher.js';
import { checkReference, checkRules, namesOf } from '../language/names.js';
import { bareReference } from '../language/reference.js';
import { expectedFields, list, requesting } from '../language/modifiers.js';
import { resolve } from '../engine/lookup.js';
import { perform } from '../engine/perform.js';
import { blocked } from '../engine/execution-context.js';
import { fieldNames } from '../view/fields.js';
import { defineVerb } from './verb.js';
export function defineRequest(verb) {
    const { channels, check: _, request: __, ...facts } = verb;
    return defineVerb({
        ...facts,
        requests: true,
        captures: replyName,
        check: (fields, check) => {
            verb.check?.(fields, check);
            checkRequesting(fields, check, channels);
        },
        run: async (fields, context, step) => {
            const { value, missing } = resolve(context, withoutModifiers(fields));
            if (missing.length > 0 && fields.optional)
                return undefined;
            if (missing.length > 0)
                return blocked(`${missing.join(', ')} has no value`);
            const resolved = { ...fields, ...value };
            return perform(context, step, fields, { ...verb.request(resolved, context), usual: channels[0] });
        },
    });
}
/** The modifiers of a request, as they stand. */
export function checkRequesting(fields, check, channels) {
    checkChannel(fields, check, channels);
    checkClient(check, ['client'], fields.client);
    if (fields.within)
        checkMoment(check, ['within', 'since'], bareReference(fields.within.since));
    if (fields.expect !== undefined)
        checkExpectation(check, ['expect'], expectedFields(fields.expect), 'reply');
    checkChecking(fields, check, fields.expect !== undefined);
    if (fields.cut && fields.expect !== undefined)
        check.problem(['expect'], 'a request that is cut gets no reply that could be expected');
}
/** The reply to a request, where the step gives it a name. */
export function replyName({ as }) {
    return as === undefined ? undefined : { field: 'as', name: as, kind: 'reply' };
}
const CHECKS = ['rule', 'within', 'provided', 'insist', 'confirm'];
/** Fields that only mean something beside an expectation. */
export function checkChecking(fields, check, checks) {
    if (checks) {
        checkRules(check, ['rule'], list(fields.rule));
        return;
    }
    for (const modifier of CHECKS)
        if (fields[modifier] !== undefined)
            check.problem([modifier], `"${modifier}" means nothing here`, 'It goes with "expect".');
}
export function checkExpectation(check, path, expected, kind) {
    for (const field of Object.keys(expected))
        check.knownKey([...path, field], 'field', fieldNames(kind));
    for (const problem of checkMatcher(expected, path))
        check.problem(problem.path, problem.message, problem.hint);
}
/** A capture's time: `first.sentAt`. */
export function checkMoment(check, path, { root, path: fields }) {
    checkReference(check, path, root, fields);
}
export function checkClient(check, path, client) {
    if (client !== undefined)
        check.known(path, 'client', client, namesOf(check.names, 'client'));
}
function checkChannel({ via, client, authenticate }, check, channels) {
    const overSocket = channels.includes('ws');
    if (via === 'rest' || via === undefined) {
        if (via === 'rest' && !channels.includes('rest'))
            check.problem(['via'], 'this request exists only over WebSocket', 'Name a connection, or write ws.');
        return;
    }
    if (!overSocket) {
        check.problem(['via'], 'this request exists only over REST');
        return;
    }
    if (authenticate !== undefined)
        check.problem(['authenticate'], 'a WebSocket request has no authentication of its own', 'Its connection has.');
    if (via === 'ws')
        return;
    const known = check.known(['via'], 'connection', via, [
        'rest',
        'ws',
        ...namesOf(check.names, 'connection'),
    ]);
    if (known && client !== undefined)
        check.problem(['client'], `the connection ${via} already belongs to a client`, 'Leave "client" out.');
}
const MODIFIERS = new Set(Object.keys(requesting));
function withoutModifiers(fields) {
    const own = {};
    for (const key in fields)
        if (!MODIFIERS.has(key))
            own[key] = fields[key];
    return own;
}
/** What a verb that takes no argument is written with: `ping:`. */
export const nothing = z.null().optional();
