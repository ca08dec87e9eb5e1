// Has a target to itself: nobody else on this machine runs against it, and what an earlier run has left is known.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { createRestoreBook, type RestoreBook } from '../../harness/restore/book.js';
import type { RestoreOrigin } from '../../harness/restore/record.js';
import type { Clock } from '../../kernel/clock.js';
import type { Io } from '../io.js';
import { makeOwnersFolder } from './durable-file.js';
import { lockName, restoreFileName, restoreFolder } from './folder.js';
import { type Holder, takeLock } from './lock.js';
import {
  createFileStore,
  readRestoreFile,
  removeUnfinished,
  type RestoreFile,
  restorePathsOf,
} from './restore-files.js';

export interface TargetHold {
  readonly path: string;
  readonly book: RestoreBook;
  /** What an earlier run has left. */
  readonly leftovers: RestoreFile | undefined;
  /** The command line that puts back what is left. */
  readonly restoreLine: string;
  release(): Promise<void>;
}

export interface HoldOptions {
  readonly baseUrl: string;
  /** Path of the profile; absent when the target was given as an address. */
  readonly profile?: string;
  /** Arguments that lead to the same target, without secrets. */
  readonly repeatArguments: readonly string[];
  readonly command: 'run' | 'restore';
  readonly restoreDir?: string | undefined;
  /** The machine's clock. */
  readonly clock: Clock;
}

export async function holdTarget(options: HoldOptions, io: Io): Promise<Result<TargetHold>> {
  const { baseUrl, repeatArguments, clock } = options;
  const folder = restoreFolder(options.restoreDir, io);
  const why = await makeOwnersFolder(folder);
  if (why !== undefined) return refuseInput(`nothing is switched: ${why}`, WHERE);
  const command = ['conform', options.command, ...repeatArguments].join(' ');
  const locked = await takeLock({
    path: join(folder, lockName(baseUrl)),
    command,
    secrets: io.secrets,
    clock,
  });
  if (locked.kind === 'failed') return refuseInput(`nothing is switched: ${locked.why}`, WHERE);
  if (locked.kind === 'taken') return taken(baseUrl, locked.by, join(folder, lockName(baseUrl)));
  const { release } = locked;
  await removeUnfinished(folder, baseUrl);
  const profile = options.profile === undefined ? undefined : wholePath(options.profile);
  const path = join(folder, restoreFileName(baseUrl, profile ?? 'address'));
  const leftovers = await leftoversAt(path, await restorePathsOf(folder, baseUrl), options.restoreDir);
  if (!leftovers.ok) {
    await release();
    return leftovers;
  }
  const origin: RestoreOrigin = {
    baseUrl,
    arguments: [...repeatArguments],
    folder: io.cwd,
    ...(profile === undefined ? {} : { profile }),
    command,
    since: new Date(clock.now()).toISOString(),
  };
  const book = createRestoreBook(createFileStore(path, io.secrets), origin);
  const restoreLine = restoreLineOf(repeatArguments, options.restoreDir);
  return { ok: true, value: { path, book, leftovers: leftovers.value, restoreLine, release } };
}

function restoreLineOf(repeatArguments: readonly string[], restoreDir: string | undefined): string {
  const where = restoreDir === undefined ? [] : ['--restore-dir', restoreDir];
  return ['conform', 'restore', ...repeatArguments, ...where].join(' ');
}

const WHERE = '--restore-dir DIR keeps what has to be put back elsewhere.';

/** The one of the same profile; one of another profile is in the way, since its devices may be the same. */
async function leftoversAt(
  path: string,
  found: readonly string[],
  restoreDir: string | undefined,
): Promise<Result<RestoreFile | undefined>> {
  const other = found.find((each) => each !== path);
  if (other !== undefined) {
    const read = await readRestoreFile(other);
    if (!read.ok) return read;
    const { target } = read.value.record;
    const line = restoreLineOf(target.arguments, restoreDir);
    return refuseInput(
      `${target.command}, begun at ${target.since}, has left something of this target switched: ${other}`,
      `Put it back first, in ${target.folder}: ${line}`,
    );
  }
  return found.includes(path) ? readRestoreFile(path) : { ok: true, value: undefined };
}

function taken(baseUrl: string, by: Holder | undefined, path: string): Result<never> {
  const who = by
    ? `process ${by.pid} on ${by.host} since ${by.since} (${by.command})`
    : `whoever made ${path}`;
  return refuseInput(
    `the target at ${baseUrl} is in use by ${who}`,
    `Two runs against one target would take each other's doings for its state. Wait until it has ended.`,
  );
}

/** The same for all ways to write it. */
function wholePath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
