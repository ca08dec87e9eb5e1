// The first line of the YAML files that the program writes: it tells editors where the JSON Schema of the file is.
import { existsSync } from 'node:fs';
import { type PlatformPath, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { schemaAddress, schemaFile } from '../../document/editor-schema.js';
import { PACKAGE_ROOT } from '../package-files.js';
import { SYSTEM } from '../files.js';
import type { SchemaName } from '../names.js';

const LINE = '# yaml-language-server: $schema=';

/** What of this machine decides where the schema is; paths in the form of the system. */
export interface SchemaPlaces {
  /** The folder of this package. */
  readonly root: string;
  readonly exists: (path: string) => boolean;
  readonly path: PlatformPath;
}

const HERE: SchemaPlaces = {
  root: PACKAGE_ROOT,
  exists: existsSync,
  path: SYSTEM,
};

/**
 * @param text as the program ships or writes it, with or without such a line.
 * @param file the absolute path under which the text will be.
 */
export function withSchemaLine(text: string, name: SchemaName, file: string): string {
  const line = `${LINE}${schemaReference(name, file, HERE)}\n`;
  return text.startsWith(LINE) ? line + text.slice(text.indexOf('\n') + 1) : line + text;
}

/** The text as it begins for people. */
export function withoutSchemaLine(text: string): string {
  return text.startsWith(LINE) ? text.slice(text.indexOf('\n') + 1).trimStart() : text;
}

/**
 * The package that the project of the file has installed, for everybody who works on it; else the clone that the
 * program runs from; else the published package.
 */
export function schemaReference(
  name: SchemaName,
  file: string,
  { root, exists, path }: SchemaPlaces,
): string {
  const schema = path.join('schemas', schemaFile(name));
  const packages = foldersAbove(file, path).map((folder) => path.join(folder, 'node_modules', 'relaybench'));
  const installed = packages.find((folder) => exists(path.join(folder, schema)));
  if (installed !== undefined) return fromFile(file, path.join(installed, schema), path);
  const isInstalled = root.split(path.sep).includes('node_modules');
  return isInstalled ? schemaAddress(name) : fromFile(file, path.join(root, schema), path);
}

function foldersAbove(file: string, path: PlatformPath): string[] {
  const above = path.dirname(file);
  return above === file ? [] : [above, ...foldersAbove(above, path)];
}

/** With slashes on every system. Another drive of Windows cannot be reached by a relative path. */
function fromFile(file: string, schema: string, path: PlatformPath): string {
  const way = path.relative(path.dirname(file), schema);
  if (path.isAbsolute(way)) return pathToFileURL(schema, { windows: path === win32 }).href;
  const slashed = way.split(path.sep).join('/');
  return slashed.startsWith('.') ? slashed : `./${slashed}`;
}
