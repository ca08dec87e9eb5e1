import type { Clock } from '../../kernel/clock.js';
import type { RandomStream } from '../../kernel/random.js';
import type { DeviceOutcome } from './device.js';
import type { TimingSpec } from './device-spec.js';
import type { DeviceInfluences, OperationKind } from './influences.js';
import type { Link } from './link.js';
import type { Power } from './power.js';
export type Finish<T> = (outcome: DeviceOutcome<T>) => void;
export interface Plan<T> {
    readonly kind: OperationKind;
    readonly duration: number;
    /** What the operation takes beyond `duration`, at most. */
    readonly wait: number;
    /** Takes place when the duration is over; calls `finish` at once or later. */
    readonly act: (finish: Finish<T>) => void;
}
export interface OperationRunner {
    run<T>(plan: Plan<T>): Promise<DeviceOutcome<T>>;
}
export interface OperationRunnerOptions {
    readonly clock: Clock;
    readonly timing: TimingSpec;
    readonly chance: () => RandomStream;
    readonly power: Power;
    readonly link: Link;
    readonly influences: DeviceInfluences;
}
export declare function createOperationRunner(options: OperationRunnerOptions): OperationRunner;
