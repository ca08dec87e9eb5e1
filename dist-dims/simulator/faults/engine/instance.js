import { createTimerSet } from './timer-set.js';
import { createTriggerGate, describeStart, describeTrigger, ordinal } from './trigger.js';
export function createInstance(options) {
    const { id, kind, order, clock, random, selects, onChange } = options;
    const gate = createTriggerGate(order.trigger, random);
    const timers = createTimerSet(clock);
    const tell = teller(options);
    let state = 'waiting';
    let startsAt = Infinity;
    let endsAt = Infinity;
    let act;
    const isActive = () => state === 'active' && clock.now() < endsAt;
    const fire = ({ what, deviceId, connection }) => {
        if (!isActive() || !gate.pass())
            return undefined;
        const cause = causeOf(what, gate.occasions, options);
        return { note: (effect) => tell(effect, cause, { deviceId, connection }) };
    };
    const over = (effect, deviceId) => tell(effect, state === 'ended' ? 'the fault has ended' : 'as ordered', { deviceId });
    const end = () => {
        if (state === 'ended')
            return;
        const ended = act;
        state = 'ended';
        act = undefined;
        timers.clear();
        if (!ended)
            return;
        ended.end?.();
        onChange(instance);
    };
    const begin = () => {
        state = 'active';
        const own = { random, beganAt: clock.now(), fire, over, after: timers.after };
        act = kind.start(order.parameters, { ...options.surroundings(), ...own });
        if (order.lasts !== undefined)
            timers.after(order.lasts, end);
        onChange(instance);
        act.begin?.();
    };
    const status = () => ({
        id,
        type: kind.type,
        order: order.written,
        state,
        begins: describeStart(order.trigger),
        startsIn: state === 'waiting' && startsAt < Infinity ? startsAt - clock.now() : undefined,
        endsIn: state === 'active' && endsAt < Infinity ? endsAt - clock.now() : undefined,
        occasions: gate.occasions,
        firings: gate.firings,
    });
    const instance = {
        id,
        kind,
        selects,
        act: () => (isActive() ? act : undefined),
        get endsAt() {
            return endsAt;
        },
        start: () => {
            startsAt = clock.now() + order.trigger.after;
            endsAt = startsAt + (order.lasts ?? Infinity);
            if (order.trigger.after === 0)
                begin();
            else
                timers.after(order.trigger.after, begin);
        },
        stop: end,
        status,
    };
    return instance;
}
/** What happened, at which occasion, and by which trigger: `relays.set by operator (6th request; every 3rd request)`. */
function causeOf(what, occasions, { kind, order }) {
    const why = describeTrigger(order.trigger, kind.occasion);
    return `${what} (${ordinal(occasions)} ${kind.occasion}${why === '' ? '' : `; ${why}`})`;
}
function teller({ id, kind, journal, }) {
    return (effect, cause, { deviceId, connection }) => {
        const entry = { kind: 'fault', fault: id, type: kind.type, cause, effect };
        const on = {
            ...(deviceId !== undefined && { deviceId }),
            ...(connection !== undefined && { connection }),
        };
        journal.note({ ...entry, ...on });
    };
}
