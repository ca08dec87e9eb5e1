// Puts back what an earlier run has left behind, before anything else is done to the target.
import { createRandom } from '../../kernel/random.js';
import { createSafety } from '../safety/safety.js';
import { unreachable } from '../target/check/reach.js';
import { withinPatience } from '../target/driver/within-patience.js';
import { patiently } from '../target/patiently.js';
import { restoreTime } from './prepare.js';
/** How long the target has to show that it is there, in ms. */
const REACH_WITHIN = 20_000;
/** Devices are switched also when stimuli cannot be undone: the share of the time that these have. */
const SHARE_OF_STIMULI = 1 / 3;
export async function putBackLeftovers({ target, profile, gate, stimuli, seed, }, record, { signal }) {
    const { clock } = target;
    const within = restoreTime(profile);
    // Its writes are known to the stored record already.
    const safety = createSafety(target, profile, { gate, random: createRandom(seed), restoreWithin: within });
    const notAllowed = safety.adopt(record);
    stimuli.adopt(record.stimuli);
    const nobody = await absence({ target, profile }, signal);
    if (nobody)
        return nobody;
    const done = [];
    const tell = (words) => void done.push(words);
    const share = { patience: within * SHARE_OF_STIMULI, signal };
    const undoing = await withinPatience(clock, share, (limited) => stimuli.undoAll(safety.protect(target), limited, tell));
    const notRestored = await safety.restore(signal, tell);
    return { kind: 'tried', done, left: [...notAllowed, ...undoing.result, ...notRestored] };
}
/** Undefined when the target answers, whatever it says. */
async function absence({ target, profile }, signal) {
    const { clock } = target;
    const client = Object.keys(profile.clients)[0] ?? '';
    const until = clock.now() + REACH_WITHIN;
    const asked = await withinPatience(clock, { patience: REACH_WITHIN, signal }, (limited) => patiently(() => target.request({ name: 'listDevices' }, { client, signal: limited }), {
        clock,
        limits: { until, tries: 3 },
        signal: limited,
    }));
    return unreachable(asked.result.outcome, profile.baseUrl);
}
