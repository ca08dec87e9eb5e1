import type { Finding } from '../verdict/verdict.js';
import type { ProgramRun } from './run-program.js';
export declare function breachesIn({ findings }: ProgramRun): readonly Finding[];
/** It reasons from what nobody did, so somebody else's doings could look like it. */
export declare function needsToBeAlone({ where }: Finding): boolean;
/** Both tell of one fault: the same law was broken, or the same rule. */
export declare function isAlike(a: Finding, b: Finding): boolean;
