import { type ExitCode } from '../exit-codes.js';
import { type Io } from '../io.js';
import type { RunOptions } from './run-options.js';
export declare function run(names: readonly string[], options: RunOptions, io: Io): Promise<ExitCode>;
