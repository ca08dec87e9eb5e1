import { type Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
import type { FoundTarget } from './found-target.js';
import { type TargetOptions } from './run-options.js';
/** The target, open and ready to be checked. */
export declare function findTarget(options: TargetOptions, io: Io, command?: 'run' | 'restore'): Promise<Result<FoundTarget>>;
