import fc from 'fast-check';
import { type ProgramCommand } from './command.js';
import { type DrawnRequest } from './request.js';
export declare function burst(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[];
