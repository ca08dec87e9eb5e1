/** @param interval least time between two refreshes in ms. */
export function createRefreshBudget(clock, interval) {
    // In the order of the last refresh, so that the entries to forget are the first ones.
    const lastStart = new Map();
    const forgetWhatIsOver = (now) => {
        for (const [deviceId, last] of lastStart) {
            if (last + interval > now)
                return;
            lastStart.delete(deviceId);
        }
    };
    return {
        waitFor: (deviceId) => {
            const last = lastStart.get(deviceId);
            const wait = last === undefined ? 0 : last + interval - clock.now();
            return wait > 0 ? wait : undefined;
        },
        spend: (deviceId) => {
            const now = clock.now();
            forgetWhatIsOver(now);
            lastStart.delete(deviceId);
            lastStart.set(deviceId, now);
        },
        recall: (deviceId, wait) => void lastStart.set(deviceId, clock.now() + wait - interval),
        get size() {
            return lastStart.size;
        },
    };
}
