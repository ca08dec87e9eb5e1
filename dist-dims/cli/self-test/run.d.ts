import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
export interface SelfTestOptions {
    readonly only?: readonly string[];
    readonly seed?: number;
    readonly jobs?: number;
    readonly pairs: number;
    readonly report?: readonly string[];
    readonly verbose?: boolean;
}
export declare function selfTest(options: SelfTestOptions, io: Io): Promise<ExitCode>;
