// One command in the process of the test, with its outlets caught.
import { Command } from 'commander';
import type { ExitCode, Finish } from '../../src/cli/exit-codes.js';
import type { Io } from '../../src/cli/io.js';
import { runCommandLine } from '../../src/cli/program.js';
import { caughtIo } from './caught-io.js';

export interface Said {
  readonly code: ExitCode | undefined;
  readonly out: string;
  readonly err: string;
}

type AddCommand = (program: Command, io: Io, finish: Finish) => void;

export async function say(add: AddCommand, cwd: string, ...words: readonly string[]): Promise<Said> {
  const io = caughtIo({ cwd });
  let code: ExitCode | undefined;
  const program = new Command('conform')
    .exitOverride()
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write });
  add(program, io, (given) => (code = given));
  await program.parseAsync(['node', 'conform', ...words]);
  return { code, ...io.said() };
}

/** The whole program, as the executable runs it, but for the loading of it. */
export async function conformHere(...words: readonly string[]): Promise<Said> {
  const io = caughtIo();
  const code = await runCommandLine(words, io);
  return { code, ...io.said() };
}
