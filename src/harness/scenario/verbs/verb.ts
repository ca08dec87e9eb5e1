// What a verb of the scenario language is: how its step is written, what it needs, and what it does.
import type { z } from 'zod';
import type { Capability } from '../capabilities.js';
import type { Halt, ExecutionContext } from '../engine/execution-context.js';
import type { Checker } from '../language/names.js';
import type { Step, StimulusNeed } from '../scenario.js';

export interface Verb<F = unknown> {
  /** The key that makes a step one of this verb. */
  readonly name: string;
  /** One line for the reference and for editors. */
  readonly summary: string;
  /** The whole step: the verb's own key, further keys and the modifiers that it takes. */
  readonly schema: z.ZodObject & z.ZodType<F>;
  /** The key that holds steps inside of this one, and whether those see each other's captures. */
  readonly nested?: { readonly key: string; readonly apart: boolean };
  /** What the target must offer. */
  readonly capabilities?: readonly Capability[];
  /** What must be possible from outside of the interface. */
  stimulus?(fields: F): StimulusNeed;
  /** The names that stand in the step; called in the order of the file. */
  check?(fields: F, check: Checker): void;
  /** The least time that the step takes on purpose, in ms, whatever came before it. */
  waits?(fields: F): number;
  /** Undefined: go on with the next step. */
  run(fields: F, context: ExecutionContext, step: Step): Promise<Halt | undefined>;
}

/** Keeps the fields typed where the verb is written, and forgets the type where all verbs are one list. */
export function defineVerb<F>(verb: Verb<F>): Verb {
  return verb;
}
