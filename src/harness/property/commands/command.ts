// What a command of a random program is. It does nothing to the target: run over a draft, it writes its steps.
import type fc from 'fast-check';
import type { StepData } from '../program.js';

/** What is known of a program at the place of its next command. */
export interface DraftModel {
  /** Names of the requests so far that created a command, oldest first. */
  readonly operations: string[];
  /** Connections that the program itself has broken and not opened again. */
  readonly broken: Set<string>;
  /** What the pauses so far come to, in ms. */
  paused: number;
  /** What they came to when the oldest of `operations` was asked for, at the latest. */
  remembered: number;
}

export interface Draft {
  readonly steps: StepData[];
  /** `op1`, `op2` and so on: names the next operation. */
  nextName(): string;
}

export type ProgramCommand = fc.Command<DraftModel, Draft>;

/** @param text how the command reads in a listing of the program, which hardly any program comes to. */
export function createCommand(
  text: () => string,
  run: (model: DraftModel, draft: Draft) => void,
  check: (model: Readonly<DraftModel>) => boolean = () => true,
): ProgramCommand {
  return { check, run, toString: text };
}
