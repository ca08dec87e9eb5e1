// Reads a dialect: one that comes with the program, by its name, or a file.
import { basename, dirname, join, resolve } from 'node:path';
import type { Dialect } from '../../dialect/dialect.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import type { Result } from '../../document/diagnostic.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { yamlFilesBelow } from '../files.js';
import { loadYaml } from './yaml-file.js';
import { GALLERY, NAMED_DIALECTS, namedDialect } from '../package-files.js';

/** @param folder from which a path starts; the current folder when it is not given. */
export function loadDialect(name: string, cwd: string, folder = cwd): Result<Dialect> {
  const path = dialectPath(name) ?? resolve(folder, name);
  return loadYaml(path, cwd, parseDialect, hintFor(name));
}

/** The one that was asked for, or the one of a profile, as its file names it. @param path of the profile. */
export function dialectOf(
  given: string | undefined,
  { dialect = 'default' }: { readonly dialect?: string | undefined },
  path: string,
  cwd: string,
): Result<Dialect> {
  return given === undefined
    ? loadDialect(dialect, cwd, dirname(resolve(cwd, path)))
    : loadDialect(given, cwd);
}

function hintFor(name: string): string {
  const near = didYouMean(name, dialectNames());
  const named = `Dialects with a name: ${NAMED_DIALECTS.join(', ')}, and more in conform list dialects;`;
  return `${near ?? named} all others are files.`.replace('? all', '? All');
}

/** Of those that come with the program. */
export function dialectNames(): readonly string[] {
  return [...NAMED_DIALECTS, ...galleryNames()];
}

/** Where a dialect that comes with the program is; undefined when no dialect has this name. */
export function dialectPath(name: string): string | undefined {
  const known = NAMED_DIALECTS.find((each) => each === name);
  if (known !== undefined) return namedDialect(known);
  return galleryNames().includes(name) ? join(GALLERY, `${name}.yaml`) : undefined;
}

// The dialects of the gallery that come with the program, by name.

export function galleryNames(): readonly string[] {
  const found = yamlFilesBelow(GALLERY);
  return (found.ok ? found.value : []).map((path) => basename(path).replace(/\.ya?ml$/, '')).toSorted();
}
