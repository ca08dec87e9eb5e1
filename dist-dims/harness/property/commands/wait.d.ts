import fc from 'fast-check';
import { type ProgramCommand } from './command.js';
export declare function wait(): fc.Arbitrary<ProgramCommand>[];
/** For a clock that jumps. */
export declare function longWait(): fc.Arbitrary<ProgramCommand>[];
