// Where a clock stands that follows the machine's time, and what makes it move.
import { assert } from './assert.js';
import { hostNow } from './host-time.js';
export function createClockHand(initialSpeed) {
    assertSpeed(initialSpeed);
    let speed = initialSpeed;
    let paused = false;
    let held = false;
    /** The clock stood at `time` when the machine's was at `anchor`. */
    let anchor = hostNow();
    let time = anchor;
    const moves = () => !paused && !held;
    const now = () => (moves() ? time + (hostNow() - anchor) * speed : time);
    const change = (apply) => {
        time = now();
        anchor = hostNow();
        apply();
    };
    return {
        get speed() {
            return speed;
        },
        get paused() {
            return paused;
        },
        now,
        moves,
        pause: (to) => change(() => (paused = to)),
        setSpeed: (to) => {
            assertSpeed(to);
            change(() => (speed = to));
        },
        hold: () => change(() => (held = true)),
        release: () => change(() => (held = false)),
        moveTo: (to) => {
            time = Math.max(time, to);
        },
    };
}
function assertSpeed(speed) {
    assert(Number.isFinite(speed) && speed > 0, `a clock's speed is a positive number, not ${speed}`);
}
