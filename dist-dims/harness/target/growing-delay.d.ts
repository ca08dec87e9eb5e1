/** 200 ms, 400 ms and so on, at most 5 s. @param tries that have been in vain, from 1. */
export declare function growingDelay(tries: number): number;
