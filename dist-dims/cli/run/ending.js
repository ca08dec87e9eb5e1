// How a run ends that is told to: the first signal ends it in good order, each phase within its time; the second cuts
// short everything except restoring; the third, or the end of all the time, ends it at once.
import { setMaxListeners } from 'node:events';
export const RUN_WORDS = {
    first: 'ending the run, putting relays back; again for nothing else than that, without reports',
    second: 'putting relays back, and nothing else; again to stop at once',
};
export const RESTORE_WORDS = {
    first: 'putting back what can be in half a minute; a third signal stops at once',
    second: 'still putting back; again to stop at once',
};
/** After the first signal, in ms. */
const HURRY = 4000;
const UNDONE = 11_000;
const RESTORED = 24_000;
const OVER = 29_000;
export function createRunEnding({ clock, words, announce, endNow }) {
    const [signal, hurry, undone, restored] = [controller(), controller(), controller(), controller()];
    const timers = [];
    let signals = 0;
    let hurriedBy;
    const dispose = () => timers.forEach((timer) => timer.cancel());
    const begin = (name) => {
        announce(`${name}: ${words.first}`);
        const within = (time, act) => void timers.push(clock.setTimer('end of the run', time, act));
        within(HURRY, () => hurry.abort());
        within(UNDONE, () => undone.abort());
        within(RESTORED, () => restored.abort());
        within(OVER, () => endNow(name));
        signal.abort(new Error(`interrupted by ${name}`));
    };
    return {
        signal: signal.signal,
        hurry: hurry.signal,
        undone: undone.signal,
        restored: restored.signal,
        get hurriedBy() {
            return hurriedBy;
        },
        receive: (name) => {
            signals++;
            if (signals === 1)
                return begin(name);
            if (signals > 2)
                return endNow(name);
            hurriedBy = name;
            announce(`${name}: ${words.second}`);
            return hurry.abort();
        },
        dispose,
    };
}
function controller() {
    const made = new AbortController();
    // Whatever waits listens, and much may wait at once.
    setMaxListeners(0, made.signal);
    return made;
}
