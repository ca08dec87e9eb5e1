import { callerFrom } from '../../service/service.js';
import { refusalContent, serviceFailed, successFields } from '../envelope.js';
import { readFrame } from './read-frame.js';
import { answerTopic } from './topics.js';
export function createSessionFactory(parts) {
    const { interception } = parts;
    const inner = (caller, request) => answerMessage(parts, caller, () => answerTopic(parts, caller, request));
    const handle = (caller, request) => interception.current ? interception.current.message(caller, request, inner) : inner(caller, request);
    return (caller, socket) => openSession(parts, handle, caller, socket);
}
function openSession(parts, handle, opener, socket) {
    const { clock, settings, origins } = parts;
    const arrived = (topic, requestId) => callerFrom(opener, origins.message(opener.origin.connection, topic, requestId));
    let open = true;
    let underWay = 0;
    const close = (why) => {
        if (!open)
            return;
        end();
        socket.close(why);
    };
    const send = (text, onSent) => {
        if (open && socket.backlog() > settings.maxBacklogBytes)
            close('tooSlow');
        else if (open)
            socket.send(text, onSent);
    };
    const fail = failure(parts, close);
    const reply = ({ origin }, replied) => {
        sendReply(parts, origin, replied, open ? send : undefined);
        const { outcome } = replied;
        if (!outcome.ok && outcome.refusal.code === 'APP_DISABLED')
            close('disabled');
    };
    const heartbeat = createHeartbeat(clock, settings.heartbeatTimeout, () => close('silent'));
    const unsubscribe = subscribe(parts, opener, send, fail);
    const end = () => {
        open = false;
        heartbeat.stop();
        unsubscribe();
    };
    const answer = async (request) => {
        const { topic, requestId } = request;
        const caller = arrived(topic, requestId);
        if (underWay >= settings.maxInFlight)
            return reply(caller, { request, outcome: { ok: false, refusal: tooMany() } });
        // During a shutdown new requests are not answered, because the connection is about to be closed.
        const leave = parts.inFlight.enter();
        if (!leave)
            return;
        underWay++;
        try {
            reply(caller, { request, outcome: await handle(caller, request) });
        }
        finally {
            underWay--;
            leave();
        }
    };
    const refuse = async ({ requestId, refusal, wire }) => {
        const caller = arrived(undefined, requestId);
        const outcome = await answerMessage(parts, caller, () => ({ ok: false, refusal }));
        reply(caller, { wire, outcome });
    };
    return {
        receive: (text) => {
            if (!open)
                return;
            heartbeat.beat();
            const frame = readFrame(parts.dialect, text);
            if (frame.kind === 'request')
                answer(frame.request).catch(fail);
            else if (frame.kind === 'answerable')
                refuse(frame).catch(fail);
            else
                close('unreadable');
        },
        end,
    };
}
/** Sends a reply, and reports it when it does not leave at once. @param send undefined when the session has ended. */
function sendReply({ traffic, dialect }, origin, { request, outcome, wire }, send) {
    const text = replyText(dialect, origin.requestId ?? '', outcome);
    traffic?.replied(origin, request, outcome, wire);
    if (!traffic)
        return send?.(text);
    if (!send)
        return traffic.delivered(origin, 'cut');
    let sent = false;
    let held = false;
    send(text, () => {
        sent = true;
        if (held)
            traffic.delivered(origin, 'handed-over');
    });
    held = !sent;
    if (held)
        traffic.delivered(origin, 'held');
}
/** What fails while one connection is served ends this connection only. */
function failure({ onBug }, close) {
    return (error) => {
        onBug?.(error);
        close('failed');
    };
}
function tooMany() {
    return {
        code: 'RATE_LIMITED',
        message: 'Too many requests of this connection are under way.',
        retryAfterSeconds: 1,
    };
}
/** Sends the events that the opener may hear of; returns the way to stop. */
function subscribe({ service, encodeEvent, interception, traffic }, { clientId, origin: { connection } }, send, fail) {
    const deliver = (event) => {
        const text = encodeEvent(event);
        const frame = interception.current ? interception.current.frame(text, event, connection) : text;
        traffic?.sent(connection, event, frame === text ? undefined : 'fields');
        send(frame);
    };
    return service.subscribe(clientId, (event) => {
        // What fails for one connection must not keep the event from the others.
        try {
            if (interception.current)
                interception.current.event(event, connection, deliver);
            else
                deliver(event);
        }
        catch (error) {
            fail(error);
        }
    });
}
/** Every message counts, malformed ones too, except those that a limit rejects (limits.rejection-is-free). */
async function answerMessage(parts, caller, answer) {
    const { service, onBug } = parts;
    try {
        const admitted = service.admitMessage(caller.clientId, undefined);
        if (!admitted.ok)
            return admitted;
        const counted = service.spend(caller, 'message');
        if (!counted.ok)
            return counted;
        const outcome = await answer();
        if (!outcome.ok && outcome.refusal.code === 'RATE_LIMITED')
            service.giveBack(caller, 'message');
        return outcome;
    }
    catch (error) {
        onBug?.(error);
        return { ok: false, refusal: serviceFailed() };
    }
}
function replyText(dialect, requestId, outcome) {
    if (outcome.ok) {
        return `{"type":"reply","requestId":${JSON.stringify(requestId)},${successFields(outcome.value)}}`;
    }
    const { code, message, data } = refusalContent(outcome.refusal, dialect);
    return JSON.stringify({ type: 'reply', requestId, code, message, data });
}
/** One timer for each connection. A frame only updates `lastSeen`; the timer is set again when it fires. */
function createHeartbeat(clock, timeout, onSilence) {
    let lastSeen = clock.now();
    const watch = (delay) => clock.setTimer('heartbeat', delay, () => {
        const left = lastSeen + timeout - clock.now();
        if (left > 0)
            timer = watch(left);
        else
            onSilence();
    });
    let timer = watch(timeout);
    return { beat: () => (lastSeen = clock.now()), stop: () => timer.cancel() };
}
