// What a verb of the scenario language is: how its step is written, what the step does, and how it is run. And what
// a step is: a verb with its fields.
import type * as z from 'zod';
import type { OperationName } from '../../../contract/operations.js';
import type { Scope } from '../../../contract/scopes.js';
import type { SourcePlace } from '../../verdict/verdict.js';
import type { Capability, StimulusNeed } from '../needs.js';
import type { ExecutionContext, Halt } from '../engine/execution-context.js';
import type { Checker } from '../language/names.js';
import type { ViewKind } from '../view/views.js';

/**
 * What a step does, for all who look at steps without running them. Functions that read the text of names take
 * fields as they are written and as the schema gives them.
 */
export interface StepFacts<F> {
  /** The device of the step, by the scenario's name; undefined for one that is given by its identifier. */
  device?(fields: F): string | undefined;
  /** The permission that its request needs; absent where it sends none, or where that depends on others. */
  readonly scope?: Scope;
  /** It sends one request. */
  readonly requests?: true;
  /** The operation that its request asks for. */
  readonly operation?: OperationName;
  /** It refreshes its device (refresh.min-interval). */
  readonly refreshes?: true;
  /** It switches relays of its device. */
  readonly switches?: true;
  /** Its request creates a command. */
  readonly creates?: true;
  /** Whether it changes settings of its device, or shows or depends on them. */
  settings?(fields: F): 'changes' | 'reads' | undefined;
  /** The least time that it takes on purpose, whatever came before it, in ms; or what it waits for. */
  waits?(fields: F): number | AwaitedMoment | { readonly rested: string };
  /** The check may be over here, because the target is without something. */
  mayEnd?(fields: F): boolean;
  /** What the next steps can refer to. */
  captures?(fields: F): Captured | undefined;
  /** The capture without which the step means nothing. */
  refersTo?(fields: F): string | undefined;
  /** The connection that it opens, by its name. */
  opens?(fields: F): string | undefined;
  /** The connections that it opens or closes, by name. */
  connections?(fields: F): readonly string[];
}

/** A duration after a capture was sent; without one, the time that the reply announces. */
export interface AwaitedMoment {
  /** The name of the capture. */
  readonly capture: string;
  /** In ms. */
  readonly duration?: number;
}

export interface Captured {
  /** The field that gives the name. */
  readonly field: string;
  readonly name: string;
  readonly kind: ViewKind;
}

export interface Verb<F = unknown> extends StepFacts<F> {
  /** The key that makes a step one of this verb. */
  readonly name: string;
  /** One line for the reference and for editors. */
  readonly summary: string;
  /** The whole step: the verb's own key, further keys and the modifiers that it takes. */
  readonly schema: z.ZodObject & z.ZodType<F>;
  /** The key that holds steps inside of this one, and whether those run at once and do not see each other's captures. */
  readonly nested?: { readonly key: string; readonly apart: boolean };
  /** What the target must offer. */
  readonly capabilities?: readonly Capability[];
  /** What the target must offer beside that, because of the fields of the step. */
  capabilitiesOf?(fields: F): readonly Capability[];
  /** What must be possible from outside of the interface. */
  stimulus?(fields: F): StimulusNeed;
  /** The names that stand in the step; called in the order of the file. */
  check?(fields: F, check: Checker): void;
  /** Undefined: go on with the next step. */
  run(fields: F, context: ExecutionContext, step: Step): Promise<Halt | undefined>;
}

/** A step whose fields have passed the schema of its verb. */
export interface Step {
  readonly verb: Verb;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Steps inside this one, as of `parallel`. */
  readonly children: readonly Step[];
  /** Inside of `parallel`: when it starts, in ms after the others, and how many of it. */
  readonly at: number;
  readonly times: number;
  /** When the next one of them starts, in ms after the one before. */
  readonly every: number;
  readonly place: SourcePlace & { readonly column: number };
  /** `refresh plant via events`. */
  readonly label: string;
}

/** Keeps the fields typed where the verb is written, and forgets the type where all verbs are one list. */
export function defineVerb<F>(verb: Verb<F>): Verb {
  return verb;
}
