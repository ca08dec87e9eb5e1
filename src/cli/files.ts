// The only place that reads and writes files. What can go wrong with one is an outcome with words for it.
import { accepted } from '../document/diagnostic.js';
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  opendirSync,
  openSync,
  readSync,
  statfsSync,
  type Stats,
  statSync,
} from 'node:fs';
import { appendFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, type PlatformPath, posix, resolve, sep, win32 } from 'node:path';
import { createInterface } from 'node:readline';
import type { SafeText } from '../output/writer.js';

export type Loaded<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Larger files are refused: nobody writes such a YAML file, and reading it would take the machine down. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** A file, or what comes through a pipe: the program that fills it is waited for. */
export function readText(path: string, largest = LARGEST_FILE): Loaded<string> {
  return readIf((stats) => stats.isFile() || stats.isFIFO() || stats.isDirectory(), path, largest);
}

/** Reads what a file names: nothing but files, since that one may come from anybody. Paths start from its folder. */
export function namedFrom(file: string): (path: string) => string | undefined {
  return (path) => {
    const read = readIf((stats) => stats.isFile(), resolve(dirname(file), path), LARGEST_FILE);
    return read.ok ? read.value : undefined;
  };
}

function readIf(isMeant: (stats: Stats) => boolean, path: string, largest: number): Loaded<string> {
  try {
    const stats = statSync(path);
    if (!isMeant(stats)) return { ok: false, message: `cannot read ${path}: it is no file` };
    const bytes = stats.size > largest ? undefined : readUpTo(path, largest);
    if (bytes === undefined) return { ok: false, message: `${path} is larger than ${largest} bytes` };
    if (!isUtf8(bytes)) return { ok: false, message: `cannot read ${path}: it is not in UTF-8` };
    return accepted(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    return { ok: false, message: `cannot read ${path}: ${systemWords(error)}` };
  }
}

const PIECE = 64 * 1024;

/** Undefined when there is more, whatever size the system tells. */
function readUpTo(path: string, largest: number): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    const pieces: Buffer[] = [];
    let size = 0;
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(file, piece);
      if (count === 0) return Buffer.concat(pieces);
      size += count;
      if (size > largest) return undefined;
      pieces.push(piece.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}

/** The first bytes of a file, with the size of the whole; undefined where there is none. Throws when it cannot be read. */
export function readBeginning(
  path: string,
  most: number,
): { readonly size: number; readonly bytes: Buffer } | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return undefined;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(size, most));
    readSync(file, bytes, 0, bytes.length, 0);
    return { size, bytes };
  } finally {
    closeSync(file);
  }
}

/** The lines of a file of any size, one after the other. Rejects when it cannot be read. */
export function readLines(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
}

/** The diagnostic, or undefined when the file is written. */
export function writeText(path: string, text: SafeText): Promise<string | undefined> {
  return attempt(path, () => writeFile(path, text));
}

export function appendText(path: string, text: SafeText): Promise<string | undefined> {
  return attempt(path, () => appendFile(path, text));
}

/**
 * The diagnostic, or undefined when the folder is there, with those that it lies in. Made step by step: what Node has
 * for that does not end where the system keeps a folder in which nothing can be made, as /proc.
 * @param mode of the folders that are made.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  const missing: string[] = [];
  for (let at = path; pathKind(at) === 'nothing' && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      await mkdir(each, mode);
    } catch (error) {
      // Another process may have been faster.
      if (pathKind(each) !== 'folder') return `cannot create ${path}: ${systemWords(error)}`;
    }
  }
  return pathKind(path) === 'folder' ? undefined : `cannot create ${path}: there is a file of that name`;
}

/** Why a file could not be written at this moment, before it is tried; undefined when nothing is in the way. */
export function unwritable(path: string): string | undefined {
  const kind = pathKind(path);
  if (kind === 'folder') return `cannot write ${path}: ${SYSTEM_WORDS['EISDIR']}`;
  try {
    accessSync(kind === 'nothing' ? dirname(path) : path, constants.W_OK);
    return undefined;
  } catch (error) {
    return `cannot write ${path}: ${systemWords(error)}`;
  }
}

/** Why files could not be written into the folder, which is made when it is not there; undefined when they can. */
export function unusableFolder(path: string): string | undefined {
  const kind = pathKind(path);
  if (kind === 'file') return `cannot write into ${path}: it is no folder`;
  if (kind === 'nothing' && dirname(path) !== path) return unusableFolder(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return `cannot write into ${path}: ${systemWords(error)}`;
  }
}

/** Writes a file into a folder of its own among the temporary ones; gives its path. */
export async function keepText(name: string, text: SafeText): Promise<Loaded<string>> {
  try {
    const path = join(await mkdtemp(join(tmpdir(), 'conform-kept-')), name);
    await writeFile(path, text);
    return accepted(path);
  } catch (error) {
    return { ok: false, message: systemWords(error) };
  }
}

/** Writes a file that is not there yet. Rejects with the system's error, EEXIST where it is. */
export function writeNewText(path: string, text: SafeText): Promise<void> {
  return writeFile(path, text, { flag: 'wx' });
}

/** A disk that is slower than this much text is given up. */
const MOST_UNWRITTEN = 64 * 1024 * 1024;

/** Opens a file anew for lines. `onFailure` is called once when it can no longer be written. */
export async function openLines(path: string, onFailure: (message: string) => void) {
  const stream = createWriteStream(path);
  try {
    await once(stream, 'open');
  } catch (error) {
    return { ok: false as const, message: `cannot write ${path}: ${systemWords(error)}` };
  }
  let failed = false;
  const fail = (why: string): void => {
    if (failed) return;
    failed = true;
    stream.destroy();
    onFailure(`cannot write ${path}: ${why}`);
  };
  stream.on('error', (error) => fail(systemWords(error)));
  const write = (line: SafeText): void => {
    if (failed) return;
    stream.write(`${line}\n`);
    if (stream.writableLength > MOST_UNWRITTEN) fail('the disk is too slow');
  };
  /** Resolves when everything is on its way to the disk. */
  const close = async (): Promise<void> => {
    if (!failed) await new Promise<void>((done) => stream.once('close', done).end());
  };
  return accepted({ write, close });
}

async function attempt(path: string, act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return `cannot write ${path}: ${systemWords(error)}`;
  }
}

/** What an ordinary user may still write on the disk of this folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A text that becomes another one when the file is written, replaced or removed. */
export function fileState(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return 'nothing';
  }
}

export function pathKind(path: string): 'file' | 'folder' | 'nothing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    // What cannot be looked at is told when it is read.
    return 'nothing';
  }
}

/** Files and folders that are looked at below a folder. */
const MOST_ENTRIES = 100_000;

export function yamlFilesBelow(folder: string, most = MOST_ENTRIES): Loaded<string[]> {
  return filesBelow(folder, YAML, most);
}

/** Files of one kind below a folder, sorted, so that every machine sees them in the same order. Links are not followed. */
export function filesBelow(folder: string, name: RegExp, most = MOST_ENTRIES): Loaded<string[]> {
  const found: string[] = [];
  const folders = [folder];
  let seen = 0;
  try {
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const entries = opendirSync(next);
      try {
        for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
          if (++seen > most)
            return { ok: false, message: `there are more than ${most} files and folders below ${folder}` };
          const path = join(next, entry.name);
          if (entry.isDirectory()) folders.push(path);
          else if (entry.isFile() && name.test(entry.name)) found.push(path);
        }
      } finally {
        entries.closeSync();
      }
    }
    return accepted(found.toSorted());
  } catch (error) {
    return { ok: false, message: `cannot look into ${folder}: ${systemWords(error)}` };
  }
}

const YAML = /\.ya?ml$/i;

export function isYaml(path: string): boolean {
  return YAML.test(path);
}

/** The path as a person in `folder` would write it; absolute when it leads out of the folder. */
export function shownPath(path: string, folder: string, system: PlatformPath = SYSTEM): string {
  const short = system.relative(folder, path);
  const leadsOut = short === '' || short === '..' || short.startsWith(`..${system.sep}`);
  return leadsOut || system.isAbsolute(short) ? path : short.split(system.sep).join('/');
}

const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the disk is read-only',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
};

/** The error of the system, in words. */
export function systemWords(error: unknown): string {
  return SYSTEM_WORDS[errorCode(error)] ?? (error instanceof Error ? error.message : String(error));
}

/** `ENOENT`, and its like; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

// The path functions of this system, as an argument for what is to be tried with those of the other one, too.

export const SYSTEM: PlatformPath = sep === win32.sep ? win32 : posix;
