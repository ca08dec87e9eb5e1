import { growingDelay } from './growing-delay.js';
import { waitUntil } from './wait-until.js';
/** In ms: what `longestWait` of a profile is where it says nothing. */
export const LONGEST_ANNOUNCED = 60_000;
const MARGIN = 20;
/** Always makes one try. @returns the result of the last one. */
export async function retry(options) {
    const { clock, limits, signal, attempt, hindranceOf, onWait } = options;
    const { tries: most = Infinity, until: end = Infinity, longestAnnounced = LONGEST_ANNOUNCED } = limits;
    let before;
    for (let tries = 1;; tries++) {
        const result = await attempt(before);
        const hindrance = hindranceOf(result);
        if (!hindrance)
            return { kind: 'done', result };
        if (signal?.aborted)
            return { kind: 'interrupted', result };
        const { announced } = hindrance;
        if (announced !== undefined && announced > longestAnnounced)
            return { kind: 'given-up', result, why: tooLong(announced, longestAnnounced) };
        const until = clock.now() + delayBefore(tries, announced, options);
        if (tries >= most || until > end)
            return { kind: 'given-up', result };
        if (until > clock.now())
            onWait?.(until, hindrance);
        if (!(await waitUntil(clock, until, signal)))
            return { kind: 'interrupted', result };
        before = hindrance;
    }
}
function delayBefore(tries, announced, { margin = () => MARGIN }) {
    return announced === undefined ? growingDelay(tries) : Math.max(0, announced + margin(tries));
}
/** For a wait that is not made because it was announced as too long; both in ms. */
export function announcedTooLong(announced, longest) {
    return `the target announced a wait of ${Math.ceil(announced / 1000)} s, longer than longestWait, which is ${longest / 1000} s`;
}
function tooLong(announced, longest) {
    return `with an announced wait of ${announced / 1000} s, longer than the limit of ${longest / 1000} s`;
}
