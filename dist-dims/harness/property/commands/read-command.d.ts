import fc from 'fast-check';
import { type ProgramCommand } from './command.js';
export declare function readCommand(): fc.Arbitrary<ProgramCommand>[];
