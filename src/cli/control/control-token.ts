// Where the token of a control plane is taken from. What stands on the command line is in the list of processes, which
// everybody on the machine can read; a file or a variable is not.
import { resolve } from 'node:path';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { readText } from '../files.js';
import type { Io } from '../io.js';

const LARGEST_TOKEN_FILE = 4096;

/**
 * The first of these that is there: the token as given, the file as given, CONFORM_CONTROL_TOKEN, and the file that
 * CONFORM_CONTROL_TOKEN_FILE names. Undefined when there is none.
 */
export function controlToken(
  given: { readonly token?: string | undefined; readonly file?: string | undefined },
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): Result<string | undefined> {
  const token = given.token ?? (given.file === undefined ? env['CONFORM_CONTROL_TOKEN'] : undefined);
  if (token) return { ok: true, value: token };
  const file = given.file ?? env['CONFORM_CONTROL_TOKEN_FILE'];
  if (!file) return { ok: true, value: undefined };
  const read = readText(resolve(cwd, file), LARGEST_TOKEN_FILE);
  if (!read.ok) return refuseInput(read.message);
  const text = read.value.trim();
  if (/^\S+$/.test(text)) return { ok: true, value: text };
  return refuseInput(
    `${file} holds no token`,
    'It has the token of the control plane in it, and nothing else.',
  );
}
