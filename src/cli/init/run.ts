// What `conform init` does: writes the example of a file to fill in, and never over a file that is there.
import { resolve } from 'node:path';
import { assert } from '../../kernel/assert.js';
import { safeText } from '../../output/writer.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { errorCode, readText, systemWords, writeNewText } from '../files.js';
import type { Io } from '../io.js';
import { EXAMPLE_AUDIT, EXAMPLE_CONFIG, EXAMPLE_TARGET } from '../package-files.js';
import { withSchemaLine } from '../schema/first-line.js';
import type { InitName } from '../names.js';

interface Example {
  readonly path: string;
  /** What to do with the file when it is filled in. */
  use(out: string): string;
}

const EXAMPLES: Readonly<Record<InitName, Example>> = {
  target: { path: EXAMPLE_TARGET, use: (out) => `conform run --target ${out}` },
  config: { path: EXAMPLE_CONFIG, use: () => 'conform run' },
  audit: { path: EXAMPLE_AUDIT, use: (out) => `conform audit --config ${out}` },
};

export async function writeExample(what: InitName, out: string, io: Io): Promise<ExitCode> {
  const { path, use } = EXAMPLES[what];
  const example = readText(path);
  assert(example.ok, 'the program has lost its example of a file');
  const place = resolve(io.cwd, out === '-' ? `${what}.yaml` : out);
  const text = withSchemaLine(example.value, what, place);
  if (out === '-') {
    io.out.document(text, 'yaml');
    return EXIT.passed;
  }
  try {
    await writeNewText(place, safeText(text, 'yaml', io.secrets));
  } catch (error) {
    const isThere = errorCode(error) === 'EEXIST';
    const message = isThere ? `${out} is already there` : `${out} cannot be written: ${systemWords(error)}`;
    const hint = isThere ? 'Take another name with --out FILE.' : undefined;
    return usageError(io, message, hint);
  }
  io.out.write(`wrote ${out}: fill it in, then ${use(out)}\n`);
  return EXIT.passed;
}
