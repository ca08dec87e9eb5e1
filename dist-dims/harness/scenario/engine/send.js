import { interferenceIn } from '../../target/interference.js';
import { retry } from '../../target/retry.js';
import { SUCCESS } from '../../../contract/error-codes.js';
import { show } from '../language/show.js';
import { replyView } from '../view/reply-view.js';
import { connectPatiently } from './connect.js';
import { isAuthenticated } from './route.js';
import { pauseUntil } from './execution-context.js';
/** Tries of a step that only prepares, and the longest time that it waits in all, in ms. */
const MOST_TRIES = 12;
const LONGEST_WAIT = 120_000;
/** Added to an announced delay for each time that it was not enough, in ms. */
const LATER_EACH_TIME = 1000;
/** The reply to one try, whatever it is. */
export async function sendOnce(context, sending) {
    context.notes.sent(context.clock.now());
    const exchange = await exchangeOf(context, sending);
    if (exchange.id !== NO_EXCHANGE)
        context.liveness.exchange(exchange.outcome);
    const view = replyView(exchange, sending.device, bodyOf(context, exchange.id));
    const { retryAt } = view;
    if (typeof retryAt === 'number')
        context.notes.announced(retryAt);
    const { call } = sending;
    // What was not answered may have been accepted.
    const accepted = view['code'] === SUCCESS || view['outcome'] === 'broken';
    if (call.name === 'refresh' && accepted)
        context.refreshes.note(call.deviceId, exchange.sentAt);
    return { exchange: exchange.id, view };
}
/** Tries again through interference, within limits, until something else comes. */
export async function sendPatiently(context, sending) {
    const early = await restBefore(context, sending);
    if (early)
        return early;
    const { call } = sending;
    const retried = await retry({
        clock: context.clock,
        limits: {
            tries: MOST_TRIES,
            until: context.clock.now() + LONGEST_WAIT,
            longestAnnounced: context.longestWait,
        },
        signal: context.signal,
        margin: (tries) => (tries - 1) * LATER_EACH_TIME,
        attempt: (before) => sendAgain(context, sending, before),
        hindranceOf: (sent) => ('kind' in sent ? undefined : interferenceIn(sent.view)),
        onWait: (until, { kind }) => context.waiting(until, `${kind}: trying ${call.name} again`),
    });
    if (retried.kind === 'interrupted')
        return { kind: 'interrupted' };
    const { result } = retried;
    const gaveUp = retried.kind === 'given-up' ? retried.why : undefined;
    return 'kind' in result || gaveUp === undefined ? result : { ...result, gaveUp };
}
/** One try, on a new connection where the one of the try before broke. */
async function sendAgain(context, sending, before) {
    const { call, route } = sending;
    if (before?.kind === 'broken' && route.via === 'connection') {
        const lost = await connectPatiently(context, route.connection, route.client);
        if (lost)
            return lost;
    }
    const sent = await sendOnce(context, sending);
    const by = interferenceIn(sent.view)?.kind;
    if (by)
        context.notes.disturbed(by, `${call.name}: ${show(sent.view['code'] ?? by)}`);
    return sent;
}
/** A refresh that is known to come too early is not sent, unless a step without patience is to show that. */
async function restBefore(context, { call, route }) {
    // What is refused for its token refreshes nothing.
    if (call.name !== 'refresh' || !isAuthenticated(route))
        return undefined;
    return pauseUntil(context, context.refreshes.restedAt(call.deviceId), 'the time between two refreshes');
}
async function exchangeOf(context, { call, route, cut }) {
    const { signal } = context;
    const options = cut ? { cutAfterSending: true, signal } : { signal };
    if (route.via === 'rest') {
        const client = context.clients.get(route.client)?.profileName ?? route.client;
        const request = { client, ...options };
        return context.target.request(call, route.authentication ? { ...request, authentication: route.authentication } : request);
    }
    const connection = context.connections.get(route.connection);
    if (connection && !connection.closed)
        return connection.request(call, options);
    const now = context.clock.now();
    const detail = `the connection ${route.connection} is not open`;
    return {
        id: NO_EXCHANGE,
        channel: 'ws',
        call,
        sentAt: now,
        answeredAt: now,
        outcome: { kind: 'broken', reason: 'reset', detail },
    };
}
/** Stands for a request that could not even be sent. */
const NO_EXCHANGE = -1;
function bodyOf(context, exchange) {
    const reply = context.target.trace
        .records()
        .findLast((record) => record.kind === 'reply' && record.exchange === exchange);
    return reply?.kind === 'reply' ? reply.body : undefined;
}
