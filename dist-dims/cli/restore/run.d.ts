import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { TargetOptions } from '../run/run-options.js';
export type RestoreOptions = Pick<TargetOptions, 'target' | 'dialect' | 'fleet' | 'speed' | 'control' | 'controlToken' | 'controlTokenFile' | 'restoreDir'>;
export declare function restore(options: RestoreOptions, io: Io): Promise<ExitCode>;
