// From the text of a dialect file to a dialect, or to all that is wrong with it.
import { readYaml, type ReadResult } from '../document/yaml-document.js';
import type { Dialect } from './dialect.js';
import { readDialect } from './read-dialect.js';

/** @param fileName what problems and mismatches call the file; nothing is read from it. */
export function parseDialect(text: string, fileName: string): ReadResult<Dialect> {
  const read = readYaml(text, fileName);
  return read.ok ? readDialect(read.value) : read;
}
