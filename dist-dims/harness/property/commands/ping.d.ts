import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import type { DrawnRequest } from './request.js';
export declare function ping({ connections }: ProgramFacts): fc.Arbitrary<DrawnRequest>[];
