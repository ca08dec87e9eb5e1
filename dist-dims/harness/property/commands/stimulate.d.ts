import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { type ProgramCommand } from './command.js';
export declare function stimulate({ devices }: ProgramFacts): fc.Arbitrary<ProgramCommand>[];
