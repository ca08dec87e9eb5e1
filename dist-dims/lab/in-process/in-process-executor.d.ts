import type { Executor } from '../../harness/property/executor.js';
import type { InProcessOptions } from './in-process-options.js';
/** Undefined where the fleet offers nothing to write programs for. */
export declare function createInProcessExecutor(options: InProcessOptions): Promise<Executor | undefined>;
