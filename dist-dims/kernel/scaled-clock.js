import { createSteerableClock } from './steerable-clock.js';
export function createScaledClock(speed) {
    const { now, setTimer, sleep } = createSteerableClock(speed);
    return { speed, now, setTimer, sleep };
}
