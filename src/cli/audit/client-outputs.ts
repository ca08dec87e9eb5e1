// `--keep`: what the processes of a client wrote, a file for each process of each day.
import { join, resolve } from 'node:path';
import { troubleOf } from '../../audit/outcome/trouble.js';
import { type Diagnostic, worded } from '../../document/diagnostic.js';
import type { RunResult } from '../../harness/verdict/verdict.js';
import type { Audited } from '../../lab/audit/run-audit.js';
import { escaped } from '../../output/escape.js';
import { safeText } from '../../output/writer.js';
import type { Paint } from '../../report/layout.js';
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

// The end of what the client wrote on days on which something was wrong, for people.

const MOST_DAYS = 3;
const MOST_LINES = 10;
const LONGEST = 200;

/** Empty when nothing is wrong, or the client wrote nothing. */
export function outputSection({ days, again }: Audited, { checks }: RunResult, paint: Paint): string {
  const broken = new Set(
    checks
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .flatMap(({ findings }) => findings.map(({ where }) => where)),
  );
  const lived = [...days, ...again].filter((day) => broken.has(day.name) || troubleOf(day) !== undefined);
  const sections = lived.flatMap(({ name, processes }) =>
    processes.flatMap(({ output, how }, at) => {
      const lines = output.trimEnd().split(/\r?\n/).slice(-MOST_LINES);
      if (lines.join('') === '') return [];
      const which = processes.length > 1 ? `, process ${at + 1}` : '';
      const shown = lines.map((line) => paint.quiet(`  ${escaped(line).slice(0, LONGEST)}`));
      return [[`Output of the client on the day ${name}${which} (ended with ${how})`, ...shown].join('\n')];
    }),
  );
  const left = sections.length - MOST_DAYS;
  const more = left > 0 ? [`Of ${left} more processes --keep DIR writes it to files.`] : [];
  const all = [...sections.slice(0, MOST_DAYS), ...more];
  return all.length === 0 ? '' : `\n${all.join('\n\n')}\n`;
}
