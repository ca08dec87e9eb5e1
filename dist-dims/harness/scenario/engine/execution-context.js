import { waitUntil } from '../../target/wait-until.js';
export function blocked(why, final = false) {
    return { kind: 'blocked', why, final };
}
/** Waits until a clock time; interrupted when the run is. */
export async function pauseUntil(context, until, why) {
    if (until > context.clock.now())
        context.waiting(until, why);
    const waited = await waitUntil(context.clock, until, context.signal);
    return waited ? undefined : { kind: 'interrupted' };
}
