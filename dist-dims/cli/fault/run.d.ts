import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ShownOptions } from '../control/control-options.js';
import { type OrderOptions } from './fault-order.js';
export declare function listFaults(options: ShownOptions, io: Io): Promise<ExitCode>;
export declare function orderFault(type: string, options: ShownOptions & OrderOptions, io: Io): Promise<ExitCode>;
export declare function applyPlan(file: string, options: ShownOptions, io: Io): Promise<ExitCode>;
/** @param id all faults when undefined. */
export declare function clearFaults(id: string | undefined, options: ShownOptions, io: Io): Promise<ExitCode>;
