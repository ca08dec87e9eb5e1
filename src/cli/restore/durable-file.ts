// Files that are there whole or not at all, and survive a loss of power once they are written. Only their owner may
// read them.
import { accepted } from '../../document/diagnostic.js';
import { randomBytes } from 'node:crypto';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SafeText } from '../../output/writer.js';
import { type Loaded, makeFolder, systemWords } from '../files.js';

const OWNER_ONLY = 0o600;
const OWNERS_FOLDER = 0o700;

/** Nobody writes such a file by hand, and none of ours is as large. */
const LARGEST = 4 * 1024 * 1024;

export const TEMPORARY = '.tmp';

/** The diagnostic, or undefined when the file is on the disk. */
export async function writeDurably(path: string, text: SafeText): Promise<string | undefined> {
  const temporary = temporaryFor(path);
  try {
    await writeFlushed(temporary, text);
    await rename(temporary, path);
    await flushFolder(dirname(path));
    return undefined;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return `cannot write ${path}: ${systemWords(error)}`;
  }
}

/** The diagnostic, or undefined when there is no such file any more. */
export async function removeDurably(path: string): Promise<string | undefined> {
  try {
    await rm(path, { force: true });
    await flushFolder(dirname(path));
    return undefined;
  } catch (error) {
    return `cannot remove ${path}: ${systemWords(error)}`;
  }
}

/** A folder that did not exist is for its owner alone. The diagnostic, or undefined when it is there. */
export function makeOwnersFolder(path: string): Promise<string | undefined> {
  return makeFolder(path, OWNERS_FOLDER);
}

/** A name beside the path that nobody else uses. */
export function temporaryFor(path: string): string {
  return `${path}.${process.pid}-${randomBytes(6).toString('hex')}${TEMPORARY}`;
}

/** The file must not be there yet. */
export async function writeFlushed(path: string, text: SafeText): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Only a file of our own is taken: in a folder that others can write to, it tells us what to switch. */
export async function readOwn(path: string): Promise<Loaded<string>> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile()) return { ok: false, message: `${path} is no regular file` };
    const own = process.getuid?.();
    if (own !== undefined && stats.uid !== own)
      return { ok: false, message: `${path} belongs to another user` };
    if (stats.size > LARGEST) return { ok: false, message: `${path} is larger than ${LARGEST} bytes` };
    return accepted(await readFile(path, 'utf8'));
  } catch (error) {
    return { ok: false, message: `cannot read ${path}: ${systemWords(error)}` };
  }
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and keeps names with the file.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
