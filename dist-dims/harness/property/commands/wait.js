// Lets time pass: within an operation, on both sides of the refresh budget, and long enough to be forgotten.
import fc from 'fast-check';
import { createCommand } from './command.js';
const SHORT = ['50ms', '400ms', '1s', '2s', '2900ms', '3100ms', '4s'];
const LONG = ['20s', '70s', '170s'];
export function wait() {
    return [waits(SHORT)];
}
/** For a clock that jumps. */
export function longWait() {
    return [waits(LONG)];
}
function waits(durations) {
    return fc
        .constantFrom(...durations)
        .map((duration) => createCommand(`wait ${duration}`, (_, draft) => void draft.steps.push({ wait: duration })));
}
