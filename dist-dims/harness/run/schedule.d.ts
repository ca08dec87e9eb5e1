import type { Clock } from '../../kernel/clock.js';
import type { Leases } from '../target/leases.js';
import { type Lease } from './device-choice.js';
import { type Estimated } from './estimate.js';
export interface Job {
    readonly id: string;
    /** Devices that would do, by the name under which the job knows them. */
    readonly devices: Readonly<Record<string, readonly string[]>>;
    /** Nothing else may run at the same time. */
    readonly exclusive: boolean;
    /** API clients of the profile that it uses; default: none. */
    readonly clients?: readonly string[];
    /** No other job may use one of these at the same time. */
    readonly apart?: boolean;
    readonly waits: Estimated;
    /** Never rejects. */
    run(lease: Lease): Promise<void>;
}
export interface ScheduleOptions {
    readonly clock: Pick<Clock, 'now' | 'setTimer'>;
    /** Jobs at a time, at most. */
    readonly parallel: number;
    /** Others may lease from it at the same time. */
    readonly leases: Leases;
    /** No job is started any more; those that run are waited for. */
    readonly signal?: AbortSignal;
    /** Told once of each device that no job will use any more. */
    readonly onSpare?: (device: string) => void;
}
/** Resolves when all jobs have ended; with those that were never started. */
export declare function schedule(jobs: readonly Job[], { clock, parallel, leases, signal, onSpare }: ScheduleOptions): Promise<readonly Job[]>;
