import fc from 'fast-check';
import type { ProgramFacts } from '../facts.js';
import { type ProgramCommand } from './command.js';
import { type DrawnRequest } from './request.js';
/** @param requests of which those are sent that go over the connection. */
export declare function flood({ connections }: ProgramFacts, requests: readonly fc.Arbitrary<DrawnRequest>[]): fc.Arbitrary<ProgramCommand>[];
