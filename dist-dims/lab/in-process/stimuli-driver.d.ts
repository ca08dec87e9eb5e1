import { type ActDriver } from '../../harness/profile/stimuli/act.js';
import type { RunningSimulator } from '../../simulator/start-simulator.js';
export declare function inProcessDriver({ simulator, device }: RunningSimulator): ActDriver;
