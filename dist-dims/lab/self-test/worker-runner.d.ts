import { type ThreadOptions } from '../threads/thread.js';
import type { RunTrial } from './run-trial.js';
export interface WorkerRunner {
    readonly run: RunTrial;
    close(): Promise<void>;
}
/** The module runs in the thread, and answers trials with what came of them. */
export type WorkerOptions = Pick<ThreadOptions, 'module' | 'data' | 'clock' | 'signal'>;
export declare function createWorkerRunner(options: WorkerOptions): WorkerRunner;
