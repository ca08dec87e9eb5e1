import type fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { type DrawnRequest } from './request.js';
export declare function refresh(facts: ProgramFacts): fc.Arbitrary<DrawnRequest>[];
