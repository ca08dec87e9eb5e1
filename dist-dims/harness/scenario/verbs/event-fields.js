// What expectEvent and expectNoEvent share: which events they look at, where, and since when.
import { z } from 'zod';
import { EVENT_TOPICS } from '../../../contract/topics.js';
import { checking, list, name } from '../language/modifiers.js';
import { checkRules, namesOf } from '../language/names.js';
import { bareReference } from '../language/reference.js';
import { show } from '../language/show.js';
import { describe, match } from '../matcher/matcher.js';
import { lookUp, resolve } from '../engine/lookup.js';
import { onAbort } from '../../../kernel/on-abort.js';
import { eventView } from '../view/event-view.js';
import { checkExpectation, checkMoment } from './request-verb.js';
export const eventTopic = z.enum(EVENT_TOPICS);
/** Which events, where, and since when. */
export const where = {
    on: z.union([name, z.array(name).min(1)]).describe('the connections to look at'),
    device: name.optional().describe('the device that the event speaks of'),
    match: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('fields of the event and what they must match'),
    since: z
        .string()
        .optional()
        .describe('a capture or a time of one: events from the sending of that request on; default: the last request'),
};
/** The same for verbs that check something. */
export const listening = { ...where, ...checking };
export function checkListening(fields, check, checks) {
    const { names } = check;
    for (const connection of list(fields.on))
        check.known(['on'], 'connection', connection, ['ws', ...namesOf(names, 'connection')]);
    if (fields.device !== undefined)
        check.known(['device'], 'device', fields.device, namesOf(names, 'device'));
    if (fields.match)
        checkExpectation(check, ['match'], fields.match, 'event');
    if (fields.since !== undefined)
        checkMoment(check, ['since'], bareReference(fields.since));
    if (checks)
        checkRules(check, ['rule'], list(fields.rule));
}
/** The fields that an event must have, with references resolved. */
export function wantedEvent(context, topic, fields) {
    const device = fields.device === undefined ? {} : { device: fields.device };
    return { topic, ...device, ...resolve(context, fields.match ?? {}).value };
}
export function describeEvent(wanted) {
    const { topic, ...fields } = wanted;
    return Object.keys(fields).length === 0 ? String(topic) : `${String(topic)} with ${describe(fields)}`;
}
/** Of an event that came, what was asked of it. */
export function gistOfEvent(event, wanted) {
    return show(Object.fromEntries(Object.keys(wanted).map((field) => [field, event[field]])));
}
/** The requests that events are counted from. */
export function exchangesSince(context, since) {
    if (since === undefined)
        return [];
    return context.captures.get(bareReference(since).root)?.exchanges ?? [];
}
/** From when on events count: a capture means the sending of its request, a connection its opening. */
export function sinceWhen(context, since) {
    if (since === undefined)
        return context.notes.lastSentAt;
    const reference = bareReference(since);
    const opened = context.connections.get(reference.root)?.openedAt;
    if (opened !== undefined && reference.path.length === 0)
        return opened;
    const path = reference.path.length === 0 ? ['sentAt'] : reference.path;
    const at = lookUp(context, { ...reference, path });
    return typeof at === 'number' ? at : context.notes.lastSentAt;
}
/** The events of a connection, by its name; none where it is not known. */
export function eventsOf(context, connection, since) {
    const devices = [...context.devices.values()];
    const seen = context.connections.get(connection)?.events() ?? [];
    return seen.filter(({ at }) => at >= since).map((event) => eventView(event, devices, since));
}
export function findEvent(events, wanted) {
    return events.find((event) => match(wanted, event).length === 0);
}
/** Whether the connection was there all the time: an event may have been lost otherwise. */
export function heardAll(context, connectionName, since) {
    const connection = context.connections.get(connectionName);
    return connection !== undefined && !connection.closed && connection.openedAt <= since;
}
/** Waits for the next event or the close of a connection, at most until a clock time. */
export async function nextSign(context, connections, until) {
    const delay = until - context.clock.now();
    if (delay <= 0 || context.signal.aborted)
        return;
    await new Promise((over) => {
        const stops = [];
        const done = () => {
            for (const stop of stops.splice(0))
                stop();
            over();
        };
        const timer = context.clock.setTimer('waiting for an event', delay, done);
        stops.push(() => timer.cancel(), onAbort(context.signal, done), ...connections.map((connection) => connection.listen(done)));
    });
}
