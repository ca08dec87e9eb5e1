import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
export interface JudgeClientOptions {
    readonly strict?: boolean;
    readonly dialect?: string;
    readonly calm?: string;
    readonly require?: readonly string[];
    readonly report?: readonly string[];
}
export declare function judgeClients(names: readonly string[], options: JudgeClientOptions, io: Io): Promise<ExitCode>;
