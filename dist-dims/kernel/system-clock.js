import { createSteerableClock } from './steerable-clock.js';
export function createSystemClock() {
    const { now, setTimer, sleep } = createSteerableClock(1);
    return { now, setTimer, sleep };
}
