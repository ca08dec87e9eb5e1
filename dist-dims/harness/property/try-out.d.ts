import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Halt } from '../scenario/engine/execution-context.js';
import type { Finding } from '../verdict/verdict.js';
import type { Executor } from './executor.js';
import type { Drawn, ProgramSource } from './draw.js';
import type { Program } from './program.js';
import type { ProgramRun } from './run-program.js';
export interface Tried {
    readonly drawn: Drawn;
    readonly program: Program;
    readonly run: ProgramRun;
}
/** A program that was run, as far as a search counts it. */
export interface Ran {
    readonly operations: number;
    readonly halt: Halt | undefined;
    /** The most telling one. */
    readonly breach: Finding | undefined;
    /** Rules that were spoken of, and held. */
    readonly held: readonly RuleId[];
}
/** Undefined where the facts leave nothing to be drawn. */
export declare function tryOut(source: ProgramSource, executor: Executor, index: number): Promise<Tried | undefined>;
export declare function ranOf({ program, run }: Tried): Ran;
