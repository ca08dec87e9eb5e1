// What the phases of a run share: the record of refreshes, the leases, whether the target still answers, the signal that ends it.
import { createRandom } from '../../kernel/random.js';
import { createLeases } from '../target/leases.js';
import { createLiveness } from '../target/liveness.js';
import { createRefreshBook } from '../target/refresh-book.js';
import { isThere } from './calibrate.js';
import { whatEnded } from './deadline.js';
import { watched } from './watched.js';
/** Checks or programs at a time, where nothing else is said. */
const DEFAULT_PARALLEL = 16;
/** @param options of the run. @param roundTrip of its calibration, in ms. */
export function createRunContext(options, roundTrip, onProgress) {
    const { target, profile, seed, signal, stimuli, safety } = options;
    const { clock } = target;
    const gone = new AbortController();
    const stop = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
    const random = createRandom(seed);
    const refreshes = createRefreshBook(lookedAt(options));
    const stillThere = async () => {
        const answered = stop.aborted || (await isThere(target, Object.keys(profile.clients)[0] ?? '', stop));
        if (!answered && !stop.aborted)
            gone.abort(new Error('the target no longer answers'));
        return answered;
    };
    return {
        ...options,
        ...(stimuli && { stimuli: watched(stimuli, safety) }),
        parallel: options.parallel ?? DEFAULT_PARALLEL,
        refreshes,
        leases: createLeases({ clock, refreshes, devices: profile.devices }),
        liveness: createLiveness(clock, stillThere),
        roundTrip,
        random,
        signal: stop,
        // Keys of two runs must never meet, also when their seeds are the same.
        runMark: `${Math.round(clock.now()).toString(36)}-${random.stream('run').token(4)}`,
        onProgress,
        stillThere,
        cutShort: () => {
            if (gone.signal.aborted)
                return 'the target no longer answers';
            return whatEnded(signal);
        },
    };
}
/** Nobody has looked at a device that is not there. */
function lookedAt({ profile, refreshedAt }) {
    if (refreshedAt === undefined)
        return [];
    return Object.values(profile.devices).map(({ deviceId }) => [deviceId, refreshedAt]);
}
