import { type ActDriver } from '../../profile/stimuli/act.js';
import type { PromptHow } from '../../profile/stimuli/declaration.js';
/** Somebody who sits at the bench. */
export interface Operator {
    /** The line that was typed; undefined when none came before the signal or the end of the input. */
    ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}
/** For all prompts of a run: two questions at once would get each other's answers. */
export declare function createPrompts(operator: Operator): (how: PromptHow, witness: boolean) => ActDriver;
