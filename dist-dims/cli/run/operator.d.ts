import type { Operator } from '../../harness/stimuli/drivers/prompt.js';
import type { Io } from '../io.js';
/** Undefined when there is nobody at a terminal. */
export declare function terminalOperator({ err }: Pick<Io, 'err'>): Operator | undefined;
