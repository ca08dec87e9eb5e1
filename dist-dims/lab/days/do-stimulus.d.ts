import type { DayStimulus } from '../../audit/days/day.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
/** @param turn how often it has been done before; an input changes each time. */
export declare function doStimulus(running: Pick<RunningSimulator, 'device'>, stimulus: DayStimulus, turn: number): void;
