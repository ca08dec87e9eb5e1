// What comes before the first check: whether profile and dialect fit the target, and how its relays stand.
import { createRandom } from '../../kernel/random.js';
import { createSafety } from '../safety/safety.js';
import { checkTarget } from '../target/check/check-target.js';
/** A target that does not come back in this time is not put back: ms on the run's clock, and in terms of its patience. */
const RESTORE_WITHIN = 30_000;
const PATIENCES = 3;
export function restoreTime({ patience }) {
    return Math.max(RESTORE_WITHIN, PATIENCES * patience);
}
export async function prepare({ target, profile, gate, stimuli, seed, vouchedFor, book }, { anyway = false, signal }) {
    const safety = createSafety(target, profile, {
        gate,
        random: createRandom(seed),
        restoreWithin: restoreTime(profile),
        ...(book && { book }),
    });
    const found = await checkTarget(target, profile, signal ? { signal } : {});
    // What was broken off says nothing about the target.
    if (signal?.aborted)
        return { ok: true, prepared: { target: safety.protect(target), safety } };
    // When nobody is there, the run says so in its reports.
    if (found.kind === 'unreachable')
        return { ok: true, prepared: { target, safety, unreachable: found.reason } };
    gate.learn(found.listed);
    for (const [deviceId, state] of found.states) {
        gate.learnRelays(deviceId, state.relays.map(({ index }) => index));
        safety.noteInitial(deviceId, state);
        stimuli.noteInitial(deviceId, state);
    }
    const refreshed = found.states.size === 0 ? {} : { refreshedAt: target.clock.now() };
    const judged = !anyway && !vouchedFor;
    const problems = found.kind === 'differs' && judged ? found.problems.filter(isOurs) : [];
    if (problems.length > 0)
        return { ok: false, kind: 'differs', problems };
    const why = await book?.stored();
    if (why !== undefined)
        return { ok: false, kind: 'unstored', why };
    return { ok: true, prepared: { target: safety.protect(target), safety, ...refreshed } };
}
/** What contradicts the interface itself is for the checks to judge. */
function isOurs({ about }) {
    return about !== 'interface';
}
