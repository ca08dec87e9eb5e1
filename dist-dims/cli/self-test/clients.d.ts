import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
export interface ClientsOptions {
    readonly only?: readonly string[];
    readonly jobs?: number;
    readonly verbose?: boolean;
}
export declare function selfTestClients(options: ClientsOptions, io: Io): Promise<ExitCode>;
