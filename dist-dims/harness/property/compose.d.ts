import type { ProgramCommand } from './commands/command.js';
import type { ProgramFacts } from './facts.js';
import type { Program, StepData } from './program.js';
export interface ComposeOptions {
    /** How long to wait at the end for events and for commands that go on, in ms. */
    readonly settle: number;
}
/** Commands whose place does not suit them are left out. */
export declare function compose(commands: Iterable<ProgramCommand>, facts: ProgramFacts, options: ComposeOptions): Program;
/** The program whose middle is given. */
export declare function programOf(body: readonly StepData[], facts: ProgramFacts, { settle }: ComposeOptions): Program;
