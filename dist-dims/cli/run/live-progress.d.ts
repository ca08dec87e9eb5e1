import type { Clock } from '../../kernel/clock.js';
import type { OnProgress } from '../../harness/run/progress.js';
import type { Io } from '../io.js';
import { type LiveLine } from '../live-line.js';
export interface LiveProgress extends Pick<LiveLine, 'say' | 'end'> {
    readonly onProgress: OnProgress;
}
export interface LiveProgressOptions {
    readonly verbose: boolean;
    /** How many times faster than the machine's clock the run's clock goes. */
    readonly speed: number;
    /** The machine's clock: the line is for people. */
    readonly clock: Clock;
}
export declare function createLiveProgress(io: Io, { verbose, speed, clock }: LiveProgressOptions): LiveProgress;
