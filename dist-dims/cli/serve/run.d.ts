import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type TlsOptions } from './choose-certificate.js';
export interface ServeOptions extends TlsOptions {
    readonly fleet?: string;
    readonly dialect?: string;
    readonly port: number;
    readonly host: string;
    readonly seed?: number;
    readonly speed: number;
    readonly defect?: readonly string[];
    readonly variant?: readonly string[];
    readonly verbose?: boolean;
    /** False with --no-control. */
    readonly control: boolean;
    readonly controlPort?: number;
    readonly journal?: string;
    readonly faults?: string;
    readonly dryRun?: boolean;
}
export declare function serve(options: ServeOptions, io: Io): Promise<ExitCode>;
