// Writes reports. One that cannot be written does not keep the others from being written.
import { basename, resolve } from 'node:path';
import type { Diagnostic, Result } from '../document/diagnostic.js';
import { safeText } from '../output/writer.js';
import type { Format } from '../report/format.js';
import { appendText, keepText, unwritable, writeText } from './files.js';
import type { Io } from './io.js';
import { parseReportRequests, type ReportRequest } from './report-requests.js';

export interface Reported<K extends string, Seen extends readonly unknown[]> {
  readonly formats: Readonly<Record<K, Format<Seen>>>;
  /** What the reports are of, as such readers may see it. */
  readonly seen: (readers: Format<Seen>['readers']) => Seen;
  /** Renders what stdout shows where no report goes there. */
  readonly forPeople: () => string;
}

/**
 * The reports that are asked for; refused before anything is done for them when one cannot be written.
 * @param used other files of the command, which no report may take the place of: what it reads, and what else it writes.
 */
export function reportRequests<K extends string>(
  texts: readonly string[],
  kinds: readonly K[],
  { cwd }: Pick<Io, 'cwd'>,
  used: readonly (string | undefined)[] = [],
): Result<ReportRequest<K>[]> {
  const parsed = parseReportRequests(texts, kinds);
  if (!parsed.ok) return parsed;
  const taken = new Set(used.flatMap((path) => (path === undefined ? [] : [resolve(cwd, path)])));
  const diagnostics = parsed.value.flatMap(({ kind, path }): Diagnostic[] => {
    if (path === '-') return [];
    const whole = resolve(cwd, path);
    const message = taken.has(whole) ? `${path} is another file of this command` : unwritable(whole);
    taken.add(whole);
    if (message === undefined) return [];
    const hint = 'Nothing has been done yet: make the folder, or take another path.';
    return [{ kind: 'words', message: `the ${kind} report: ${message}`, hint }];
  });
  return diagnostics.length > 0 ? { ok: false, diagnostics } : parsed;
}

/** What could not be written, and why. */
export async function writeReports<K extends string, Seen extends readonly unknown[]>(
  requests: readonly ReportRequest<K>[],
  { formats, seen, forPeople }: Reported<K, Seen>,
  io: Io,
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const onStdout = requests.find(({ path }) => path === '-');
  if (onStdout) {
    const { render, syntax, readers } = formats[onStdout.kind];
    io.out.document(render(...seen(readers)), syntax);
  } else io.out.write(forPeople());
  for (const { kind, path } of requests) {
    const { file, render, announce, syntax, readers } = formats[kind];
    if (announce) io.out.commands(announce(...seen(readers)));
    if (path === '-') continue;
    const write = file === 'continued' ? appendText : writeText;
    const text = safeText(render(...seen(readers)), syntax, io.secrets);
    const message = await write(resolve(io.cwd, path), text);
    if (message === undefined) continue;
    const kept = await keepText(basename(path), text);
    const hint = kept.ok ? `It is kept as ${kept.value} instead.` : `It is lost: ${kept.message}.`;
    diagnostics.push({ kind: 'words', message: `the ${kind} report: ${message}`, hint });
  }
  return diagnostics;
}
