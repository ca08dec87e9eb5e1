// What a row of the table of commands is. What a command does is loaded when it is called: help has to come at once.
import type { Command } from 'commander';
import type { ExitCode } from './exit-codes.js';
import type { Io } from './io.js';
import type { OptionsOf } from './option-rows.js';
import type { OptionFacts } from './options.js';

export interface ArgumentRow extends OptionFacts {
  /** As commander has it: `<file>`, `[what...]`. */
  readonly form: string;
  readonly help?: string;
}

/** A line that has been read, with everything checked that its rows say. */
export interface CommandCall<C extends string> {
  readonly options: OptionsOf<C>;
  /** Arguments as texts, those that may be repeated among them. */
  readonly words: readonly string[];
  /** Arguments as they were read. */
  readonly values: readonly unknown[];
  readonly io: Io;
  readonly command: Command;
}

/** What is common to those that speak to people of one kind. */
export const HELP_GROUPS = {
  first: 'To begin with:',
  client: 'To write a client, with the simulator:',
  server: 'To judge a server:',
  audit: 'To test clients:',
  all: 'For all of this:',
} as const;

interface Words<C extends string> {
  /** Of the commands at the top. */
  readonly group?: keyof typeof HELP_GROUPS;
  readonly summary: string;
  readonly description?: string;
  readonly args?: readonly ArgumentRow[];
  /** A line each, without the name of the program, and with what it is an example of. */
  readonly examples?: string;
  /** Below the examples. */
  readonly notes?: string;
  readonly hidden?: boolean;
  /** Absent where there are subcommands. */
  readonly run?: (call: CommandCall<C>) => ExitCode | Promise<ExitCode>;
}

export interface CommandRow extends Omit<Words<string>, 'run'> {
  /** `fault add`. */
  readonly path: string;
  readonly run?: (call: CommandCall<never>) => ExitCode | Promise<ExitCode>;
}

export function commandRow<const C extends string>(path: C, words: Words<NoInfer<C>>): CommandRow {
  return { ...words, path };
}
