import type { Clock } from '../../kernel/clock.js';
import type { Exchange } from './call.js';
import type { Connected } from './target.js';
export interface Liveness {
    exchange(outcome: Exchange['outcome']): void;
    connected(outcome: Connected): void;
}
/** @param suspect asks the target itself; true when it answered after all. Never called twice at a time. */
export declare function createLiveness(clock: Pick<Clock, 'now'>, suspect: () => Promise<boolean>): Liveness;
