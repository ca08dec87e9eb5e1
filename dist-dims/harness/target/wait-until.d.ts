import type { Clock } from '../../kernel/clock.js';
/** True when the time came, false when the signal was aborted. */
export declare function waitUntil(clock: Pick<Clock, 'now' | 'setTimer'>, until: number, signal?: AbortSignal): Promise<boolean>;
