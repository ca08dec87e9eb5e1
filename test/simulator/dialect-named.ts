// The dialects of the fixtures, each read once for a test file.
import { readFileSync } from 'node:fs';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { assert } from '../../src/kernel/assert.js';

export const DIALECTS = ['default', 'scrambled'] as const;
export type DialectName = (typeof DIALECTS)[number];

const read = new Map<DialectName, Dialect>();

export function dialectNamed(name: DialectName): Dialect {
  const known = read.get(name);
  if (known) return known;
  const file = new URL(`../../fixtures/dialects/${name}.yaml`, import.meta.url);
  const parsed = parseDialect(readFileSync(file, 'utf8'), `${name}.yaml`);
  assert(parsed.ok, `the dialect ${name} is sound`);
  read.set(name, parsed.value);
  return parsed.value;
}
