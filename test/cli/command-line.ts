// One command in the process of the test, with its outlets caught.
import { Command } from 'commander';
import type { ExitCode, Finish } from '../../src/cli/exit-codes.js';
import type { Io } from '../../src/cli/io.js';
import { runCommandLine } from '../../src/cli/program.js';
import { NO_PAINT } from '../../src/report/paint.js';

export interface Said {
  readonly code: ExitCode | undefined;
  readonly out: string;
  readonly err: string;
}

type AddCommand = (program: Command, io: Io, finish: Finish) => void;

export async function say(add: AddCommand, cwd: string, ...words: readonly string[]): Promise<Said> {
  const { io, said } = caughtIo(cwd);
  let code: ExitCode | undefined;
  const program = new Command('conform')
    .exitOverride()
    .configureOutput({ writeOut: io.out.write, writeErr: io.err.write });
  add(program, io, (given) => (code = given));
  await program.parseAsync(['node', 'conform', ...words]);
  return { code, ...said() };
}

/** The whole program, as the executable runs it, but for the loading of it. */
export async function conformHere(...words: readonly string[]): Promise<Said> {
  const { io, said } = caughtIo(process.cwd());
  const code = await runCommandLine(words, io);
  return { code, ...said() };
}

function caughtIo(cwd: string): { readonly io: Io; readonly said: () => Pick<Said, 'out' | 'err'> } {
  let [out, err] = ['', ''];
  const outlet = (write: (text: string) => void): Io['out'] => ({
    write,
    isTerminal: false,
    columns: undefined,
    paint: NO_PAINT,
  });
  const io: Io = {
    out: outlet((text) => (out += text)),
    err: outlet((text) => (err += text)),
    env: {},
    cwd,
  };
  return { io, said: () => ({ out, err }) };
}
