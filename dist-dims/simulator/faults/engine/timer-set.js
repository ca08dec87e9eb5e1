export function createTimerSet(clock) {
    const timers = new Set();
    return {
        after: (delay, act) => {
            const timer = clock.setTimer('fault', delay, () => {
                timers.delete(timer);
                act();
            });
            timers.add(timer);
        },
        clear: () => {
            for (const timer of timers)
                timer.cancel();
            timers.clear();
        },
    };
}
