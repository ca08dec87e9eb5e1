import type { Restriction } from '../../harness/profile/restriction.js';
import type { ProgramsApart } from '../../harness/run/program-options.js';
import type { InProcessOptions } from '../../lab/in-process/in-process-options.js';
import type { ServiceNames } from './embedded-service.js';
import { type RunOptions } from './run-options.js';
/** What a thread is given at its beginning: all that it takes to run the same programs. */
export interface ProgramsData {
    readonly names: ServiceNames;
    readonly cwd: string;
    readonly seed: number;
    readonly restriction: Restriction | undefined;
}
export declare function programsApart(service: InProcessOptions, seed: number, { fleet, dialect, variant, defect, ...options }: RunOptions, cwd: string): ProgramsApart;
