import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { type ProgramCommand } from './command.js';
export declare function repeat({ clients }: ProgramFacts): fc.Arbitrary<ProgramCommand>[];
/** Counted from the latest, around and around; `FIRST` is the oldest. */
export declare function chosen(operations: readonly string[], back: number): string;
