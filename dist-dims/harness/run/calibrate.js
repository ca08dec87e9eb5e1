// The first requests of a run: whether the target answers, and how long a round trip takes.
import { interferenceOf } from '../target/interference.js';
import { retry } from '../target/retry.js';
/** On a slow line the first few must do. */
const LEAST_TRIPS = 5;
const MOST_TRIPS = 9;
const LONGEST_TIME = 1000;
const TRIES = 3;
/** A request that costs the target little; whatever it answers, it is there. */
export async function calibrate(target, client, signal) {
    // The first one fetches a token and opens a connection on the way: it is no measure.
    const first = await timeOf(target, client, signal);
    if (typeof first === 'string')
        return { ok: false, reason: first };
    const startedAt = target.clock.now();
    const trips = [];
    while (trips.length < LEAST_TRIPS ||
        (trips.length < MOST_TRIPS && target.clock.now() - startedAt < LONGEST_TIME)) {
        const took = await timeOf(target, client, signal);
        if (typeof took === 'string')
            return { ok: false, reason: took };
        trips.push(took);
    }
    // One that took longer than all others was held up by something else.
    return { ok: true, roundTrip: trips.toSorted((a, b) => a - b).at(-2) ?? first };
}
/** Whether the target still answers. */
export async function isThere(target, client, signal) {
    return typeof (await timeOf(target, client, signal)) === 'number';
}
/** The time of one request, or why there was none. */
async function timeOf(target, client, signal) {
    const options = signal ? { client, signal } : { client };
    const { result } = await retry({
        clock: target.clock,
        limits: { tries: TRIES },
        signal,
        attempt: () => target.request({ name: 'listDevices' }, options),
        // Any reply will do, a refusal as well.
        hindranceOf: ({ outcome }) => (outcome.kind === 'broken' ? interferenceOf(outcome) : undefined),
    });
    const { outcome, sentAt, answeredAt } = result;
    return outcome.kind === 'reply' ? answeredAt - sentAt : outcome.detail;
}
