import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import type { DrawnRequest } from './request.js';
export declare function readConfig({ devices, clients }: ProgramFacts): fc.Arbitrary<DrawnRequest>[];
