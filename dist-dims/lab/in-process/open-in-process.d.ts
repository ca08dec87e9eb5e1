import type { InProcessOptions } from './in-process-options.js';
import { type ManualClock } from '../../kernel/manual-clock.js';
import { type RunningSimulator } from '../../simulator/start-simulator.js';
import { type OpenTarget } from '../../harness/run/open-target.js';
export interface InProcess {
    readonly open: OpenTarget;
    readonly running: RunningSimulator;
    readonly clock: ManualClock;
    /** What the simulator threw: bugs of ours. */
    readonly bugs: readonly unknown[];
}
export declare function openInProcess(options: InProcessOptions): Promise<InProcess>;
