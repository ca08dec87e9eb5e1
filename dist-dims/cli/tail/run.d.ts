import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ShownOptions } from '../control/control-options.js';
export interface TailOptions extends ShownOptions {
    readonly device?: string;
    readonly client?: string;
    readonly kind?: readonly string[];
    readonly code?: readonly string[];
    /** In ms. */
    readonly slow?: number;
    readonly lines: number;
    readonly follow?: boolean;
}
export declare function tail(options: TailOptions, io: Io): Promise<ExitCode>;
