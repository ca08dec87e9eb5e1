// The restore files of a folder: written by runs, found by later ones.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRecord, type RestoreRecord, restoreText } from '../../harness/restore/record.js';
import type { RestoreStore } from '../../harness/restore/store.js';
import type { Secrets } from '../../output/secrets.js';
import { safeText } from '../../output/writer.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { readOwn, removeDurably, TEMPORARY, writeDurably } from './durable-file.js';
import { RESTORE_SUFFIX, serverName } from './folder.js';

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
  if (parsed.ok) return { ok: true, value: { path, record: parsed.record } };
  return refuseInput(`the restore file ${path} is damaged: ${parsed.why}`, HINT);
}

const HINT =
  'It says what an earlier run has left switched. Look at the devices of the target yourself, ' +
  'put back what has to be, and remove the file then.';

async function namesIn(folder: string): Promise<readonly string[]> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}
