import type { DeviceName } from './facts.js';
/** A step as YAML has it. */
export type StepData = Readonly<Record<string, unknown>>;
export interface Program {
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
export declare function stepsOf({ prologue, body, epilogue }: Program): readonly StepData[];
