export function createPower({ spec, clock, onLost, onSaved, onStopped, onBooted }) {
    let supplied = true;
    let running = true;
    let stops = 0;
    /** The end of the hold-up time, or of booting. */
    let pending;
    const after = (name, delay, then) => {
        pending?.cancel();
        pending = clock.setTimer(name, delay, () => {
            pending = undefined;
            then();
        });
    };
    const stop = () => {
        running = false;
        stops++;
        onStopped();
    };
    const boot = () => {
        running = true;
        onBooted();
    };
    return {
        supplied: () => supplied,
        running: () => running,
        stops: () => stops,
        cut: () => {
            if (!supplied)
                return;
            supplied = false;
            if (!running) {
                pending?.cancel();
                pending = undefined;
                return;
            }
            onLost();
            after('hold-up', spec.holdUp, stop);
        },
        restore: () => {
            if (supplied)
                return;
            supplied = true;
            if (!running)
                return after('boot', spec.boot, boot);
            pending?.cancel();
            pending = undefined;
            onSaved();
        },
        kill: () => {
            pending?.cancel();
            pending = undefined;
            supplied = false;
            if (running)
                stop();
        },
    };
}
