// A random program: steps of the scenario language as they would be written, so that what ran can be kept as a
// file and run again.
import type { DeviceName } from './facts.js';

/** A step as YAML has it. */
export type StepData = Readonly<Record<string, unknown>>;

export interface Program {
  /** Place of the tenant that it is for; default: the first. */
  readonly tenant?: number;
  /** Those that take part. */
  readonly devices: readonly DeviceName[];
  /** What makes its start known: connections open, relays off. */
  readonly prologue: readonly StepData[];
  /** What was drawn. */
  readonly body: readonly StepData[];
  /** What shows how it ended: the state of the devices, the commands, the connections. */
  readonly epilogue: readonly StepData[];
  /** How many operations were drawn: the members of a burst count one by one. */
  readonly operations: number;
}

export function stepsOf({ prologue, body, epilogue }: Program): readonly StepData[] {
  return [...prologue, ...body, ...epilogue];
}
