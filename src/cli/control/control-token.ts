// Where the token of a control plane is taken from: a file, the standard input or the environment. On the command line
// it would stand in the list of processes, which everybody on the machine can read.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { type Loaded, readText, systemWords } from '../files.js';
import type { Io } from '../io.js';

const LARGEST_TOKEN_FILE = 4096;

/**
 * The first of these that is there: the file as given, CONFORM_CONTROL_TOKEN, and the file that
 * CONFORM_CONTROL_TOKEN_FILE names. Undefined when there is none.
 * @param given `-` is the standard input.
 */
export function controlToken(
  given: string | undefined,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Result<string | undefined> {
  const token = given === undefined ? env['CONFORM_CONTROL_TOKEN'] : undefined;
  if (token) return { ok: true, value: token };
  const file = given ?? env['CONFORM_CONTROL_TOKEN_FILE'];
  if (!file) return { ok: true, value: undefined };
  const read = file === '-' ? readInput() : readText(resolve(cwd, file), LARGEST_TOKEN_FILE);
  if (!read.ok) return refuseInput(read.message);
  const text = read.value.trim();
  if (/^\S+$/.test(text) && text.length <= LARGEST_TOKEN_FILE) return { ok: true, value: text };
  return refuseInput(
    `${file === '-' ? 'the standard input' : file} holds no token`,
    'It has the token of the control plane in it, and nothing else.',
  );
}

function readInput(): Loaded<string> {
  try {
    return { ok: true, value: readFileSync(0, 'utf8') };
  } catch (error) {
    return { ok: false, message: `cannot read the standard input: ${systemWords(error)}` };
  }
}
