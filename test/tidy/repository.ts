// Reads the repository for the guards; the only part of them that touches the disk.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './finding.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every file below the folder, also those that git does not know yet. A folder that is not there has none. */
export function filesBelow(folder: string): SourceFile[] {
  return pathsBelow(folder).map(fileAt);
}

export function fileAt(path: string): SourceFile {
  return { path, source: readFileSync(join(ROOT, path), 'utf8') };
}

export function pathsBelow(folder: string): string[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.name === folder)
    .flatMap(() => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replaceAll('\\', '/'))
    .toSorted();
}

/** What git tracks: untracked notes and build results of a work tree are nobody's business. */
export function trackedPaths(): string[] {
  const listing = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  return listing.split('\0').filter((path) => path !== '');
}
