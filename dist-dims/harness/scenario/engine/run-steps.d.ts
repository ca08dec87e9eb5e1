import type { Step } from '../verbs/verb.js';
import type { Halt, ExecutionContext } from './execution-context.js';
export declare function runSteps(steps: readonly Step[], context: ExecutionContext): Promise<Halt | undefined>;
