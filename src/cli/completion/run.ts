// What `conform completion` prints, and what its scripts ask for at each key press.
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { candidatesFor } from './candidates.js';
import { wordsOf } from './line.js';
import { completionScript } from './scripts.js';
import type { Shell } from './shells.js';
import { nameSource } from './sources.js';

export function printScript(shell: Shell, io: Io): ExitCode {
  io.out.write(completionScript(shell));
  return EXIT.passed;
}

/**
 * Prints the word that is typed, and a line for each candidate: the value, a tab, what it is. `:files` and `:folders`
 * ask the shell for paths.
 */
export async function printCandidates(
  program: Command,
  { line, words }: { readonly line: string | undefined; readonly words: readonly string[] },
  io: Io,
): Promise<ExitCode> {
  const given = line === undefined ? words : wordsOf(line).slice(1);
  const typed = given.at(-1) ?? '';
  const { values, paths } = await candidatesFor(program, given, nameSource(io));
  const lines = values.map(({ value, about }) => `${value}\t${about.replaceAll(/\s+/g, ' ')}`);
  io.out.write([typed, ...lines, ...(paths ? [`:${paths}`] : []), ''].join('\n'));
  return EXIT.passed;
}
