import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { type DrawnRequest } from './request.js';
export declare function configure(facts: ProgramFacts): fc.Arbitrary<DrawnRequest>[];
