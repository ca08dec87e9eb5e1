// When each device was refreshed last, as far as this run knows. A refresh that is known to come too early
// (refresh.min-interval) is not sent: the wait that the target would announce is rounded up to whole seconds.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
/** A little longer than the interface says: when the target took note of a refresh is not known exactly. */
const REST = REFRESH_MIN_INTERVAL + 20;
/** @param before devices that were refreshed before the run, and when: since then at the latest. */
export function createRefreshBook(before = []) {
    const last = new Map(before);
    return {
        note: (deviceId, at) => void last.set(deviceId, Math.max(at, last.get(deviceId) ?? at)),
        restedAt: (deviceId) => (last.get(deviceId) ?? -Infinity) + REST,
    };
}
