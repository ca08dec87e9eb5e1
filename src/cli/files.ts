// The only place that reads and writes files. What can go wrong with one is an outcome with words for it.
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import type { SafeText } from '../output/writer.js';
import { isAbsolute, join, relative, sep } from 'node:path';

export type Loaded<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Larger files are refused: nobody writes such a YAML file, and reading it would take the machine down. */
const LARGEST_FILE = 16 * 1024 * 1024;

export function readText(path: string, largest = LARGEST_FILE): Loaded<string> {
  try {
    const { size } = statSync(path);
    if (size > largest) return { ok: false, message: `${path} is larger than ${largest} bytes` };
    return { ok: true, value: readFileSync(path, 'utf8').replace(/^\ufeff/, '') };
  } catch (error) {
    return { ok: false, message: `cannot read ${path}: ${systemWords(error)}` };
  }
}

/** The complaint, or undefined when the file is written. */
export function writeText(path: string, text: SafeText): Promise<string | undefined> {
  return attempt(path, () => writeFile(path, text));
}

export function appendText(path: string, text: SafeText): Promise<string | undefined> {
  return attempt(path, () => appendFile(path, text));
}

/** Writes a file that is not there yet. Rejects with the system's error, EEXIST where it is. */
export function writeNewText(path: string, text: SafeText): Promise<void> {
  return writeFile(path, text, { flag: 'wx' });
}

export interface Lines {
  write(line: SafeText): void;
  /** Resolves when everything is on its way to the disk. */
  close(): Promise<void>;
}

/** A disk that is slower than this much text is given up. */
const MOST_UNWRITTEN = 64 * 1024 * 1024;

/** Opens a file anew for lines. `onFailure` is called once when it can no longer be written. */
export async function openLines(path: string, onFailure: (message: string) => void): Promise<Loaded<Lines>> {
  const stream = createWriteStream(path);
  try {
    await once(stream, 'open');
  } catch (error) {
    return { ok: false, message: `cannot write ${path}: ${systemWords(error)}` };
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
  const close = async (): Promise<void> => {
    if (!failed) await new Promise<void>((resolve) => stream.once('close', resolve).end());
  };
  return { ok: true, value: { write, close } };
}

async function attempt(path: string, act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return `cannot write ${path}: ${systemWords(error)}`;
  }
}

export function kindOf(path: string): 'file' | 'folder' | 'nothing' {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 'nothing';
  return stats.isDirectory() ? 'folder' : 'file';
}

/** YAML files below a folder, sorted, so that every machine sees them in the same order. */
export function yamlFilesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isYaml(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

export function isYaml(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/** The path as a person in `folder` would write it; absolute when it leads out of the folder. */
export function shownPath(path: string, folder: string): string {
  const short = relative(folder, path);
  if (short === '' || short.startsWith(`..${sep}`) || short === '..' || isAbsolute(short)) return path;
  return short.split(sep).join('/');
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

/** What the system complains about, in words. */
export function systemWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return SYSTEM_WORDS[code] ?? error.message;
}
