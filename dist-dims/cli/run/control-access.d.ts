import type { ControlAccess } from '../../harness/profile/stimuli/declaration.js';
import type { Io } from '../io.js';
import { type Result } from '../../document/complaint.js';
import type { TargetOptions } from './run-options.js';
/** Undefined when there is none. */
export declare function controlAccess(options: TargetOptions, io: Pick<Io, 'env' | 'cwd'>): Result<ControlAccess | undefined>;
