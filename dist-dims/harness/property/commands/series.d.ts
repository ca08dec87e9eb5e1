import fc from 'fast-check';
import { type ProgramCommand } from './command.js';
import { type DrawnRequest } from './request.js';
/** @param requests that create commands. */
export declare function series(requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[];
