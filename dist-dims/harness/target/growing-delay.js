// How long to wait before the next try, where nothing was announced.
const FIRST = 200;
const LONGEST = 5000;
/** 200 ms, 400 ms and so on, at most 5 s. @param tries that have been in vain, from 1. */
export function growingDelay(tries) {
    return Math.min(LONGEST, FIRST * 2 ** (tries - 1));
}
