// One command in the process of the test, with its outlets caught.
import { runCommandLine } from '../../src/cli/program.js';
import type { ExitCode } from '../../src/cli/exit-codes.js';
import { caughtIo, type Circumstances } from './caught-io.js';

export interface Said {
  readonly code: ExitCode | undefined;
  readonly out: string;
  readonly err: string;
}

/** The whole program, as the executable runs it, but for the loading of it. */
export async function say(circumstances: Circumstances, ...words: readonly string[]): Promise<Said> {
  const io = caughtIo(circumstances);
  const code = await runCommandLine(words, io);
  return { code, ...io.said() };
}

export function conformHere(...words: readonly string[]): Promise<Said> {
  return say({}, ...words);
}
