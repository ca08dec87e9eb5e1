import type { Day } from '../../audit/days/day.js';
import type { Clock } from '../../kernel/clock.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
export interface PlayedDay {
    /** Nothing is staged any more from now on. */
    stop(): void;
}
export declare function playDay(day: Day, running: RunningSimulator, clock: Clock): PlayedDay;
