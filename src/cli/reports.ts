// Reports that a command line asks for: which, where they go, and how they are written.
import { EXIT, type ExitCode } from './exit-codes.js';
import { printDiagnostics } from './diagnostics.js';
import type { RunResult } from '../harness/verdict/verdict.js';
import type { RunFormat } from '../report/format-names.js';
import { type Presentation, presented } from '../report/presented.js';
import type { ReportContext } from '../report/shell.js';
import { loadReportFrame } from './load/page.js';
import { packageVersion } from './package-files.js';
import { basename, resolve } from 'node:path';
import {
  accepted,
  type Diagnostic,
  listOf,
  refuseInput,
  type Result,
  worded,
} from '../document/diagnostic.js';
import { didYouMean } from '../kernel/did-you-mean.js';
import { safeText } from '../output/writer.js';
import { type Format, runFormats } from '../report/formats.js';
import { appendText, keepText, unusableFolder, unwritable, writeText } from './files.js';
import type { Io } from './io.js';

// `--report kind=path`: which reports are wanted, and where they go.

export interface ReportRequest<K extends string> {
  readonly kind: K;
  /** `-` is stdout, in place of the report for people. */
  readonly path: string;
}

export function parseReportRequests<K extends string>(
  texts: readonly string[],
  kinds: readonly K[],
): Result<ReportRequest<K>[]> {
  const parsed = listOf(texts.map((text) => parseReportRequest(text, kinds)));
  if (parsed.ok && parsed.value.filter(({ path }) => path === '-').length > 1)
    return refuseInput('only one report can go to stdout (-)');
  return parsed;
}

function parseReportRequest<K extends string>(text: string, kinds: readonly K[]): Result<ReportRequest<K>> {
  const at = text.indexOf('=');
  const [name, path] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const kind = kinds.find((each) => each === name);
  if (kind === undefined) {
    const hint = didYouMean(name, kinds) ?? '';
    return refuseInput(`--report ${text}: there is no report of kind "${name}"`, hint);
  }
  if (path === '')
    return refuseInput(`--report ${text}: no path is given`, `Write it as --report ${kind}=PATH.`);
  return accepted({ kind, path });
}

// Writes reports. One that cannot be written does not keep the others from being written.

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
    const hint = 'Nothing has been done yet: make the folder, or take another path.';
    return message === undefined ? [] : [worded(`the ${kind} report: ${message}`, hint)];
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
    diagnostics.push(worded(`the ${kind} report: ${message}`, hint));
  }
  return diagnostics;
}

/** Writes the reports of what was judged. @returns the code for it; another one where a report could not be written. */
export async function publish(
  requests: readonly ReportRequest<RunFormat>[],
  reported: ReturnType<typeof runReported>,
  code: ExitCode,
  io: Io,
): Promise<ExitCode> {
  const unwritten = await writeReports(requests, reported, io);
  printDiagnostics(io, unwritten);
  return unwritten.length > 0 ? EXIT.usage : code;
}

// A folder that files are to be written into later is looked at first, so that nothing of a long run is lost.

/**
 * Why nothing could be written into the folder; empty when something can, or when no folder was named.
 * @param what the files hold, in the plural.
 * @param option that named the folder.
 */
export function refusedFolder(
  folder: string | undefined,
  { what, option, cwd }: { readonly what: string; readonly option: string; readonly cwd: string },
): readonly Diagnostic[] {
  const message = folder === undefined ? undefined : unusableFolder(resolve(cwd, folder));
  if (message === undefined) return [];
  const hint = `Nothing has been done yet: take another folder for ${option}.`;
  return [worded(`${what}: ${message}`, hint)];
}

/** The reports of a result in all formats of a run. @param forPeople renders what people may see of it. */
export function runReported(
  result: RunResult,
  context: ReportContext,
  how: Pick<Presentation, 'secrets' | 'isSecretName'>,
  forPeople: (shown: RunResult) => string,
): Reported<RunFormat, readonly [RunResult, ReportContext]> {
  const { secrets, isSecretName } = how;
  const shown = (readers: Presentation['readers']): RunResult =>
    presented(result, { secrets, readers, ...(isSecretName && { isSecretName }) });
  return {
    formats: runFormats,
    seen: (readers) => [shown(readers), context],
    forPeople: () => forPeople(shown('people')),
  };
}

/** For what no run of a check shows again. @param repeatWith the command line that does. */
export function judgeContext(repeatWith: string, speed = 1): ReportContext {
  return {
    version: packageVersion(),
    reportFrame: loadReportFrame,
    repeatArguments: [],
    ownFiles: [],
    repeatWith,
    baseUrl: '',
    speed,
  };
}
