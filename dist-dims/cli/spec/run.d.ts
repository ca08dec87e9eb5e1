import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { SpecName } from './names.js';
export interface SpecOptions {
    readonly dialect: string;
    readonly out?: string;
    readonly url?: string;
}
export declare function printSpec(kind: SpecName, { dialect: name, out, url }: SpecOptions, io: Io): Promise<ExitCode>;
