// Where restore files and locks are kept, and how they are named: after the target, so that a later run finds them.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { accepted, refuseInput, type Result, type Accepted } from '../../document/diagnostic.js';
import {
  createRestoreBook,
  parseRecord,
  type RestoreOrigin,
  type RestoreRecord,
  restoreText,
  type RestoreStore,
} from '../../harness/restore/record.js';
import type { Clock } from '../../kernel/clock.js';
import type { Secrets } from '../../output/secrets.js';
import { safeText } from '../../output/writer.js';
import { isLoopbackUrl } from '../addresses.js';
import type { Io } from '../io.js';
import { makeOwnersFolder, readOwn, removeDurably, TEMPORARY, writeDurably } from './durable-file.js';
import { type Holder, takeLock } from './lock.js';

/** @param given by `--restore-dir`. */
export function restoreFolder(given: string | undefined, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  if (given !== undefined) return resolve(cwd, given);
  if (process.platform === 'win32') {
    const local = env['LOCALAPPDATA'] ?? '';
    return join(local === '' ? join(homedir(), 'AppData', 'Local') : local, 'conform', 'restore');
  }
  // A relative path there is to be ignored, says the XDG Base Directory Specification.
  const state = env['XDG_STATE_HOME'];
  const base = state?.startsWith('/') ? state : join(homeFolder(), '.local', 'state');
  return join(base, 'conform', 'restore');
}

/** Also where HOME is empty: a path that depends on where a command is started would be found by no other one. */
function homeFolder(): string {
  return homedir() || userInfo().homedir;
}

/** The same for all addresses that are surely the same server. */
export function serverName(baseUrl: string): string {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const host = isLoopbackUrl(hostname) ? 'localhost' : hostname.toLowerCase();
  const whole = `${protocol}//${host}:${port}${pathname.replace(/\/+$/, '')}`;
  const words = `${host}${port === '' ? '' : `-${port}`}`.replace(/[^a-z0-9.-]+/g, '-').slice(0, 60);
  return `${words}-${hash(whole)}`;
}

const RESTORE_SUFFIX = '.restore.json';

/** @param by the path of the profile, or the fleet of a simulator. */
export function restoreFileName(baseUrl: string, by: string): string {
  return `${serverName(baseUrl)}-${hash(by)}${RESTORE_SUFFIX}`;
}

export function lockName(baseUrl: string): string {
  return `${serverName(baseUrl)}.lock`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

// The restore files of a folder: written by runs, found by later ones.

export interface RestoreFile {
  readonly path: string;
  readonly record: RestoreRecord;
}

export function createFileStore(path: string, secrets: Secrets): RestoreStore {
  return {
    save: (record) => writeDurably(path, safeText(restoreText(record), 'json', secrets)),
    remove: () => removeDurably(path),
  };
}

/** Paths, sorted. A folder that is not there has none. */
export async function restorePathsIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder))
    .filter((name) => name.endsWith(RESTORE_SUFFIX))
    .map((name) => join(folder, name));
}

async function restoreFilesIn(folder: string): Promise<readonly RestoreFile[]> {
  const read = await Promise.all((await restorePathsIn(folder)).map(readRestoreFile));
  return read.flatMap((each) => (each.ok ? [each.value] : []));
}

/** Those about one server, whatever the profile. */
export async function restorePathsOf(folder: string, baseUrl: string): Promise<readonly string[]> {
  const beginning = join(folder, `${serverName(baseUrl)}-`);
  return (await restorePathsIn(folder)).filter((path) => path.startsWith(beginning));
}

/** What a process that was killed while it wrote has left; only for whoever holds the lock of the server. */
export async function removeUnfinished(folder: string, baseUrl: string): Promise<void> {
  const begins = serverName(baseUrl);
  const unfinished = (await namesIn(folder)).filter(
    (name) => name.startsWith(begins) && name.includes(RESTORE_SUFFIX) && name.endsWith(TEMPORARY),
  );
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
}

/** Nothing is deleted, whatever is wrong with it. */
export async function readRestoreFile(path: string): Promise<Result<RestoreFile>> {
  const text = await readOwn(path);
  if (!text.ok) return refuseInput(text.message, HINT);
  const parsed = parseRecord(text.value);
  if (parsed.ok) return accepted({ path, record: parsed.record });
  return refuseInput(`the restore file ${path} is damaged: ${parsed.why}`, HINT);
}

const HINT =
  'It says what an earlier run has left switched. Look at the devices of the target yourself, ' +
  'put back what has to be, and remove the file then.';

async function namesIn(folder: string): Promise<readonly string[]> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}

// Has a target to itself: nobody else on this machine runs against it, and what an earlier run has left is known.

export type TargetHold = Accepted<typeof holdTarget>;

interface HoldOptions {
  readonly baseUrl: string;
  /** Path of the profile; absent when the target was given as an address. */
  readonly profile: string | undefined;
  /** Arguments that lead to the same target, without secrets. */
  readonly repeatArguments: readonly string[];
  readonly command: 'run' | 'restore';
  readonly restoreDir?: string | undefined;
  /** The machine's clock. */
  readonly clock: Clock;
}

export async function holdTarget(options: HoldOptions, io: Io) {
  const { baseUrl, repeatArguments, clock } = options;
  const folder = restoreFolder(options.restoreDir, io);
  const why = await makeOwnersFolder(folder);
  if (why !== undefined) return refuseInput(`nothing is switched: ${why}`, WHERE);
  const command = ['conform', options.command, ...repeatArguments].join(' ');
  const lock = join(folder, lockName(baseUrl));
  const locked = await takeLock({ path: lock, command, secrets: io.secrets, clock });
  if (locked.kind === 'failed') return refuseInput(`nothing is switched: ${locked.why}`, WHERE);
  if (locked.kind === 'taken') return taken(baseUrl, locked.by, lock);
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
  const elsewhere = async (): Promise<RestoreFile | undefined> =>
    (await restoreFilesIn(folder)).find(({ record }) => record.target.profile === (profile ?? ''));
  /**
   * `leftovers`: what an earlier run has left; `elsewhere`: what one by the same profile has left at another address;
   * `restoreLine`: the command line that puts back what is left.
   */
  const value = { path, book, leftovers: leftovers.value, elsewhere, restoreLine, release };
  return accepted(value);
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
  return found.includes(path) ? readRestoreFile(path) : accepted(undefined);
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
