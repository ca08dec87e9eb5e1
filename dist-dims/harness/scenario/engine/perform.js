// What every request verb does: sends the call its way, keeps the reply under a name, checks it.
import { list, expectedFields } from '../language/modifiers.js';
import { interferenceIn } from '../../target/interference.js';
import { evaluateExpectation, observe } from './checkpoint.js';
import { ensureOpen } from './connect.js';
import { summary } from './evaluate.js';
import { routeOf } from './route.js';
import { sendOnce, sendPatiently } from './send.js';
import { settle } from './settle.js';
import { blocked } from './execution-context.js';
export async function perform(context, step, fields, request) {
    const route = routeOf(context, { ...fields, client: request.client ?? fields.client }, request.usual);
    if (!route)
        return blocked(`${fields.authenticate} stands for no token`);
    return performOn(context, step, fields, { ...request, route });
}
export async function performOn(context, step, fields, { call, device, route, }) {
    const forbidden = context.guard(call);
    if (forbidden !== undefined)
        return { kind: 'unsafe', why: forbidden };
    const prepares = fields.expect === undefined;
    const patient = fields.patient ?? (prepares && !fields.cut);
    if (isImplicit(fields) || patient) {
        const lost = await openOn(context, route);
        if (lost)
            return lost;
    }
    const sending = { call, route, device, cut: fields.cut === true };
    let sent = patient ? await sendPatiently(context, sending) : await sendOnce(context, sending);
    if ('kind' in sent)
        return sent;
    // What the run itself broke off is no evidence about the target.
    if (context.signal.aborted && sent.view['outcome'] === 'broken')
        return { kind: 'interrupted' };
    if (fields.settled ?? (patient && prepares)) {
        const settled = await settle(context, sent, route.client);
        if ('kind' in settled)
            return settled;
        sent = settled;
    }
    keep(context, fields.as, sent, sending);
    if (fields.cut) {
        // Whatever comes next over this connection opens it anew.
        if (route.via === 'connection')
            context.connections.forget(route.connection);
        return undefined;
    }
    if (fields.expect !== undefined)
        return check(context, step, fields, sent);
    return prepares && patient
        ? unprepared(sent, list(fields.as)[0] ?? step.label)
        : noteDisturbance(context, sent);
}
function check(context, step, fields, { view, exchange }) {
    const expected = expectedFields(fields.expect ?? {});
    const evaluation = evaluateExpectation(context, expected, view, fields.within);
    if (evaluation.by)
        context.notes.disturbed(evaluation.by, evaluation.actual);
    return observe(context, step, fields, evaluation, [exchange]);
}
function keep(context, name, { view, exchange }, sending) {
    if (name === undefined)
        return;
    const { call, route, device } = sending;
    const sent = device ? { call, route, device } : { call, route };
    context.captures.set(name, { kind: 'reply', views: [view], many: false, sent, exchanges: [exchange] });
}
/** A step that prepares something must succeed. */
function unprepared({ view, gaveUp }, what) {
    if (view['code'] === 'SUCCESS')
        return undefined;
    const why = gaveUp === undefined ? '' : `, ${gaveUp}`;
    return blocked(`${what}: ${summary(view, {})}${why}`, interferenceIn(view) === undefined);
}
/** A step that only looks takes what comes; a reply that is missing or useless is remembered. */
function noteDisturbance(context, { view }) {
    const by = interferenceIn(view)?.kind;
    if (by === 'broken' || by === 'internal-error')
        context.notes.disturbed(by, summary(view, {}));
}
/** No step opens the connection of `via: ws`: it is opened when it is needed. */
function isImplicit(fields) {
    return fields.via === 'ws';
}
function openOn(context, route) {
    return route.via === 'connection' ? ensureOpen(context, route.connection, route.client) : undefined;
}
