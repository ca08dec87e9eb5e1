// Reads a dialect: one that comes with the program, by its name, or a file.
import { join, resolve } from 'node:path';
import type { Dialect } from '../../dialect/dialect.js';
import { parseDialect } from '../../dialect/parse-dialect.js';
import { didYouMean } from '../../kernel/did-you-mean.js';
import { type Result, refuse } from '../../document/complaint.js';
import { readText, shownPath } from '../files.js';
import { galleryNames } from './gallery.js';
import { GALLERY, NAMED_DIALECTS, namedDialect } from '../package-files.js';

/** @param folder from which a path starts; the current folder when it is not given. */
export function loadDialect(name: string, cwd: string, folder = cwd): Result<Dialect> {
  const path = dialectPath(name) ?? resolve(folder, name);
  const text = readText(path);
  if (!text.ok)
    return refuse(
      text.message,
      `${didYouMean(name, [...NAMED_DIALECTS, ...galleryNames()]) ?? ''} All others are files; conform list dialects shows what there is.`.trim(),
    );
  const parsed = parseDialect(text.value, shownPath(path, cwd));
  if (parsed.ok) return { ok: true, value: parsed.dialect };
  return { ok: false, complaints: [{ kind: 'file', problems: parsed.problems, source: text.value }] };
}

/** Where a dialect that comes with the program is; undefined when no dialect has this name. */
export function dialectPath(name: string): string | undefined {
  const known = NAMED_DIALECTS.find((each) => each === name);
  if (known !== undefined) return namedDialect(known);
  return galleryNames().includes(name) ? join(GALLERY, `${name}.yaml`) : undefined;
}
