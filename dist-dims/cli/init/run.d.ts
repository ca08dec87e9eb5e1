import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
export declare function writeProfile(out: string, io: Io): Promise<ExitCode>;
