// Programs that are simpler than a given one in one respect: a part less, or one thing in it plainer. Steps that
// speak of what is gone go with it, so that each is a program again.
import { verbOf } from '../scenario/verbs/registry.js';
import { innerSteps } from './steps-within.js';
/** Large cuts first: most of a random program has nothing to do with what it shows. */
export function* simplerBodies(body) {
    for (const fewer of withoutParts(body))
        yield withoutDangling(fewer);
    for (const [at, step] of body.entries())
        for (const plainer of plainerSteps(step))
            yield withoutDangling([...body.slice(0, at), plainer, ...body.slice(at + 1)]);
}
/** Without half of them, then without a quarter, and so on down to without one. */
function* withoutParts(steps) {
    for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
        for (let from = 0; from < steps.length; from += size)
            yield [...steps.slice(0, from), ...steps.slice(from + size)];
}
function* plainerSteps(step) {
    const inner = innerSteps(step);
    if (inner)
        yield* plainerBursts(inner);
    else
        yield* plainerFields(step);
}
function* plainerBursts(steps) {
    for (const fewer of withoutParts(steps))
        yield burstOf(fewer);
    for (const [at, step] of steps.entries())
        for (const plainer of plainerFields(step))
            yield burstOf(steps.with(at, plainer));
}
/** A burst of one is no burst. */
function burstOf(steps) {
    const [only] = steps;
    if (steps.length !== 1 || !only || only['times'] !== undefined)
        return { parallel: steps };
    const { at: _, ...alone } = only;
    return alone;
}
const WAITS = ['50ms', '400ms', '1s', '3100ms'];
function* plainerFields(step) {
    for (const field of ['at', 'times', 'via', 'client', 'cut'])
        if (step[field] !== undefined)
            yield without(step, field);
    const { relays, wait } = step;
    if (typeof relays === 'object' && relays !== null)
        yield* plainerRelays(step, relays);
    if (typeof wait === 'string')
        for (const shorter of WAITS.slice(0, Math.max(0, WAITS.indexOf(wait))))
            yield { wait: shorter };
    if (typeof wait === 'string' && !WAITS.includes(wait))
        for (const shorter of WAITS)
            yield { wait: shorter };
}
function* plainerRelays(step, relays) {
    const names = Object.keys(relays);
    if (names.length > 1)
        for (const name of names)
            yield { ...step, relays: without(relays, name) };
    for (const name of names)
        if (relays[name] === 'jog')
            yield { ...step, relays: { ...relays, [name]: 'on' } };
}
function without(from, field) {
    return Object.fromEntries(Object.entries(from).filter(([name]) => name !== field));
}
/** Repeats and reads of requests that are no longer there go, too; a key that was theirs is as good as any. */
function withoutDangling(body) {
    const known = new Set();
    const keep = (step) => {
        const inner = innerSteps(step);
        if (inner) {
            const kept = inner.filter((each) => !dangles(each, known));
            for (const { as } of kept)
                known.add(as);
            return kept.length === 0 ? [] : [burstOf(kept)];
        }
        if (dangles(step, known))
            return [];
        known.add(step['as']);
        return [step];
    };
    return body.flatMap(keep);
}
function dangles(step, known) {
    const capture = verbOf(step)?.refersTo?.(step);
    return capture !== undefined && !known.has(capture);
}
