import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Halt } from '../scenario/engine/execution-context.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../profile/profile.js';
import type { Stimuli } from '../stimuli/stimuli.js';
import type { Target } from '../target/target.js';
import type { Finding } from '../verdict/verdict.js';
import type { ProgramFacts } from './facts.js';
import type { Program } from './program.js';
export interface ProgramContext {
    readonly target: Target;
    readonly profile: Profile;
    readonly facts: ProgramFacts;
    readonly stimuli?: Pick<Stimuli, 'open'>;
    readonly random: Random;
    /** Stands in every key; differs from program to program. */
    readonly runMark: string;
    readonly signal: AbortSignal;
    readonly guard: (call: Call) => string | undefined;
    /** Asked at the end: ids of devices that other programs have used. What is heard of them proves nothing. */
    readonly others?: () => ReadonlySet<string>;
}
export interface ProgramRun {
    /** What the trace proves; rules about which it says something and that held are in it, too. */
    readonly findings: readonly Finding[];
    readonly trace: readonly TraceRecord[];
    /** Why it did not come to its end. */
    readonly halt: Halt | undefined;
    /** Why it was not even begun, in words. */
    readonly notBegun?: string;
}
export interface JudgeProgram {
    /** How long an event may take to come before its absence proves something, in ms. */
    readonly eventPatience: number;
}
export declare function runProgram(program: Program, context: ProgramContext, { eventPatience }: JudgeProgram): Promise<ProgramRun>;
