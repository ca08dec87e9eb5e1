import { type Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
import type { TargetFacts } from './found-target.js';
import type { TargetOptions } from './run-options.js';
export declare function profiledTarget(name: string, options: TargetOptions, io: Io): Result<TargetFacts>;
