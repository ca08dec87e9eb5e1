import type { Traffic } from '../traffic/traffic.js';
/** A moment as time since the beginning of the day: `14.2 s`. */
export declare function instant(day: Pick<Traffic, 'from'>, at: number): string;
/** A span of time: `1,204 ms`, and `45 s` from ten seconds on. */
export declare function span(ms: number): string;
export declare function spans(list: readonly number[]): string;
