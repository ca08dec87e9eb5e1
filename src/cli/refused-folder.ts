// A folder that files are to be written into later is looked at first, so that nothing of a long run is lost.
import { resolve } from 'node:path';
import type { Diagnostic } from '../document/diagnostic.js';
import { unusableFolder } from './files.js';

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
  return [{ kind: 'words', message: `${what}: ${message}`, hint }];
}
