// `conform restore` from its command line to its exit code.
import type { OptionsOf } from '../option-rows.js';
import { readdir } from 'node:fs/promises';
import { putBackLeftovers } from '../../harness/run/put-back-leftovers.js';
import { escaped } from '../../output/escape.js';
import { worded } from '../../document/diagnostic.js';
import { printDiagnostics, usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { errorCode, systemWords } from '../files.js';
import type { Io } from '../io.js';
import { listenForEnd, RESTORE_WORDS } from '../signals.js';
import type { Trace } from '../../trace/trace.js';
import { findTarget } from '../run/target.js';
import type { FoundTarget } from '../run/found-target.js';
import type { RunOptions } from '../run/run-options.js';
import { readRestoreFile, restoreFolder, restorePathsIn } from './hold-target.js';

type RestoreOptions = OptionsOf<'restore'>;
type NamedTarget = RestoreOptions & { readonly target: string };

export async function restore(options: RestoreOptions, io: Io): Promise<ExitCode> {
  const { target } = options;
  return target === undefined ? restoreAll(options, io) : restoreOne({ ...options, target }, io);
}

/** Everything that the folder knows of, one target after the other. */
async function restoreAll(options: RestoreOptions, io: Io): Promise<ExitCode> {
  const { restoreDir } = options;
  const folder = restoreFolder(restoreDir, io);
  const unread = await whyUnread(folder, restoreDir !== undefined);
  if (unread !== undefined) {
    const message = `${folder} cannot be looked through: ${unread}`;
    const hint =
      'It tells nothing of what was left switched. --restore-dir names the folder that the run was given.';
    return usageError(io, message, hint);
  }
  const paths = await restorePathsIn(folder);
  if (paths.length === 0) {
    io.out.write(`No run has left anything switched, as far as ${folder} tells.\n`);
    return EXIT.passed;
  }
  const codes: ExitCode[] = [];
  // What a file names is meant in the folder of its run, and the folder of the files in that of this command.
  const whole = restoreDir === undefined ? options : { ...options, restoreDir: folder };
  for (const path of paths) codes.push(await restoreFrom(path, whole, io));
  // The user has to do something about each of them; a mistake comes before what follows from it.
  return codes.filter((code) => code !== EXIT.passed).toSorted((a, b) => a - b)[0] ?? EXIT.passed;
}

/** The usual folder is not there before the first run that leaves something; one that was named has to be. */
async function whyUnread(folder: string, isNamed: boolean): Promise<string | undefined> {
  try {
    await readdir(folder);
    return undefined;
  } catch (error) {
    return errorCode(error) === 'ENOENT' && !isNamed ? undefined : systemWords(error);
  }
}

async function restoreFrom(path: string, options: RestoreOptions, io: Io): Promise<ExitCode> {
  const read = await readRestoreFile(path);
  if (!read.ok) return usageError(io, read.diagnostics);
  const { target } = read.value.record;
  if (!options.quiet) io.out.write(`${path}: left by ${target.command}, begun at ${target.since}\n`);
  const recorded = recordedOptions(target.arguments);
  if (recorded) return restoreOne({ ...options, ...recorded }, { ...io, cwd: target.folder });
  const message = `the restore file ${path} does not say which target it is about`;
  return usageError(io, message, 'Name the target: conform restore --target FILE');
}

async function restoreOne(options: NamedTarget, io: Io): Promise<ExitCode> {
  const found = await findTarget(options, io, 'restore');
  if (!found.ok) return usageError(io, found.diagnostics);
  const { open, hold } = found.value;
  const signals = listenForEnd(io, (words) => io.err.write(`${words}\n`), RESTORE_WORDS, hold?.restoreLine);
  if (options.verbose) tellRequests(open.target.trace, io);
  try {
    return await putBack(found.value, options, signals.ending.restored, io);
  } finally {
    await open.close();
    await hold?.release();
    signals.dispose();
  }
}

async function putBack(
  { open, hold }: FoundTarget,
  { target, quiet = false }: NamedTarget,
  signal: AbortSignal,
  io: Io,
): Promise<ExitCode> {
  const leftovers = hold?.leftovers;
  if (!hold || !leftovers) {
    const elsewhere = await hold?.elsewhere();
    if (elsewhere) {
      const { command, since, baseUrl } = elsewhere.record.target;
      const message = `${command}, begun at ${since}, has left something switched at ${baseUrl}, and ${target} leads to ${open.profile.baseUrl} now`;
      const hint = `Nothing was put back. Give the profile the address that it had, and do it again; or look at the devices yourself, and remove ${elsewhere.path} then.`;
      return usageError(io, message, hint);
    }
    io.out.write(`${target}: no run has left anything switched\n`);
    return EXIT.passed;
  }
  const put = await putBackLeftovers(open, leftovers.record, { signal });
  if (put.kind === 'unreachable') {
    printDiagnostics(io, [worded(put.message, put.hint)]);
    return EXIT.unreachable;
  }
  for (const words of quiet ? [] : put.done) io.out.write(`${escaped(words)}\n`);
  if (put.left.length > 0) {
    const hint = `Mend what stands in the way and do it again: ${hold.restoreLine}\nWhere it is to stay as it is, remove ${leftovers.path}.`;
    const last = put.left.length - 1;
    printDiagnostics(
      io,
      put.left.map((message, at) => worded(escaped(message), at === last ? hint : undefined)),
    );
    return EXIT.undecided;
  }
  const why = await hold.book.close();
  if (why !== undefined) return usageError(io, why);
  io.out.write(`${target}: everything is as it was before the run\n`);
  return EXIT.passed;
}

/** A line for each request as soon as it has an outcome: the endpoint or topic, the device, and what came of it. */
function tellRequests({ listen }: Trace, { err }: Io): void {
  const sent = new Map<number, readonly string[]>();
  listen((record) => {
    if (record.kind === 'request') sent.set(record.exchange, [record.what, record.deviceId ?? '']);
    if (record.kind !== 'reply' && record.kind !== 'broken') return;
    const outcome = record.kind === 'reply' ? (record.code ?? String(record.status)) : record.detail;
    const words = [...(sent.get(record.exchange) ?? []), outcome].filter(Boolean);
    sent.delete(record.exchange);
    err.write(`${escaped(words.join('  '))}\n`);
  });
}

// The arguments that a restore file has recorded, as options again.

type RecordedOptions = Pick<RunOptions, 'dialect' | 'fleet' | 'speed'> & {
  readonly target: string;
};

const NAMES = ['--target', '--dialect', '--fleet', '--speed'] as const;

/** Undefined when they are others than a run records: the file may have been written by anybody. */
export function recordedOptions(words: readonly string[]): RecordedOptions | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', value] = words.slice(at, at + 2);
    if (!NAMES.some((each) => each === name) || value === undefined) return undefined;
    values.set(name, value);
  }
  const [target, dialect, fleet, speed] = NAMES.map((name) => values.get(name));
  if (target === undefined || (speed !== undefined && !(Number(speed) > 0))) return undefined;
  const others = {
    ...(dialect && { dialect }),
    ...(fleet && { fleet }),
    ...(speed && { speed: Number(speed) }),
  };
  return { target, ...others };
}
