// `--keep`: what the processes of a client wrote, a file for each process of each day.
import { join, resolve } from 'node:path';
import { type Diagnostic, worded } from '../../document/diagnostic.js';
import type { Audited } from '../../lab/audit/run-audit.js';
import { safeText } from '../../output/writer.js';
import { makeFolder, writeText } from '../files.js';
import type { Io } from '../io.js';

export async function keepOutputs(
  folder: string | undefined,
  { days, again }: Audited,
  { cwd, secrets }: Io,
): Promise<Diagnostic[]> {
  if (folder === undefined) return [];
  const path = resolve(cwd, folder);
  const wrong = await makeFolder(path);
  if (wrong !== undefined) return [worded(wrong)];
  const written = [...days, ...again].flatMap(({ name, processes }) =>
    processes.map(({ output }, at) => {
      const file = `${name.replaceAll(/[^\w.-]+/g, '-')}-${at + 1}.log`;
      return writeText(join(path, file), safeText(output, 'text', secrets));
    }),
  );
  const messages = await Promise.all(written);
  return messages.flatMap((message) => (message === undefined ? [] : [worded(message)]));
}
