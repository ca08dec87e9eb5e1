const TIMEOUT = { kind: 'timeout' };
export function createOperationRunner(options) {
    const { clock, timing, power, link, influences } = options;
    const timeFor = (kind, nominal) => {
        const jitter = timing.jitter > 0 ? timing.jitter * options.chance().fraction() : 0;
        return Math.max(0, influences.operationTime(nominal + jitter, kind, clock.now()));
    };
    const start = ({ kind, duration, wait, act }, settle) => {
        const drops = link.drops();
        const stops = power.stops();
        const answering = influences.answering(kind, clock.now());
        let over = false;
        const end = (outcome) => {
            if (over)
                return;
            over = true;
            deadline.cancel();
            const cut = link.drops() !== drops || power.stops() !== stops;
            settle(cut ? TIMEOUT : outcome);
        };
        const deadline = clock.setTimer(`${kind} unanswered`, timing.answerTimeout + wait, () => end(TIMEOUT));
        if (answering === 'deaf')
            return;
        clock.setTimer(kind, timeFor(kind, duration), () => {
            // A device that stopped has forgotten the operation; one that lost its link carries on.
            if (power.stops() !== stops)
                end(TIMEOUT);
            // Nobody waits for the bytes of a transceive that is this late, and they would spoil the next one.
            else if (kind !== 'transceive' || !over)
                act(answering === 'mute' ? () => undefined : end);
        });
    };
    return {
        run: (plan) => {
            if (!link.isUp() || !power.running())
                return Promise.resolve({ kind: 'unreachable' });
            return new Promise((resolve) => start(plan, resolve));
        },
    };
}
