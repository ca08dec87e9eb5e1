import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
export interface JudgeOptions {
    readonly strict?: boolean;
    readonly json?: boolean;
}
export declare function judgeStored(names: readonly string[], { strict, json }: JudgeOptions, io: Io): ExitCode;
