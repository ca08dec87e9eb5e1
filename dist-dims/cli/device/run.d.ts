import type { ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ShownOptions } from '../control/control-options.js';
export interface ListOptions extends ShownOptions {
    readonly limit: number;
    readonly cursor?: string;
    readonly profile?: string;
}
export declare function listDevices(options: ListOptions, io: Io): Promise<ExitCode>;
export declare function showDevice(id: string, options: ShownOptions, io: Io): Promise<ExitCode>;
export interface Stimulus {
    readonly kind: string;
    readonly [parameter: string]: unknown;
}
/** What nobody noticed ends with 2; what was so already does not: it can be said twice. */
export declare function stimulate(id: string, stimulus: Stimulus, options: ShownOptions, io: Io): Promise<ExitCode>;
