// What editors show: every key of every kind of file has a text, and docs/targets.md says the same of the profile.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { profileJsonSchema } from '../../../src/harness/profile/profile-schema.js';
import { SCHEMA_NAMES } from '../../../src/cli/names.js';
import { schemaOf } from '../../../src/cli/schema/schemas.js';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
}

/** Keys without a text, by their paths. A reference leads to a text of its own. */
function undescribed(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) => {
    if (word !== 'properties') return undescribed(value, path);
    return Object.entries(value as Record<string, object>).flatMap(([key, each]) => [
      ...('description' in each || '$ref' in each ? [] : [`${path}/${key}`]),
      ...undescribed(each, `${path}/${key}`),
    ]);
  });
}

test.each(SCHEMA_NAMES.filter((name) => name !== 'report'))('says what each key of a %s is', async (name) => {
  expect(undescribed(await schemaOf(name))).toEqual([]);
});

test('finds a key without a text', () => {
  const inner = { type: 'object', properties: { bare: {} } };
  expect(undescribed({ properties: { outer: { description: 'a', items: inner } } })).toEqual(['/outer/bare']);
});

/** `devices.<name>.relays` -> its place in the schema. */
function at(schema: Schema | undefined, path: string): Schema | undefined {
  return path
    .split('.')
    .reduce(
      (inner, key) => (key.startsWith('<') ? inner?.additionalProperties : inner?.properties?.[key]),
      schema,
    );
}

test('docs/targets.md says of each key of a profile what editors show', () => {
  const schema = profileJsonSchema() as Schema;
  const [, table = ''] = readFileSync('docs/targets.md', 'utf8').split('\n## Keys\n');
  const rows = [...table.split('\n## ')[0]!.matchAll(/^\| `([^`]+)` +\|[^|]*\| (.*?) *\|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  const told = rows.map(([, key, meaning]) => [key, meaning]);
  const shown = rows.map(([, key = '', meaning = '']) => {
    const { description = 'not a key of the schema' } = at(schema, key) ?? {};
    // A table may say more: where to read on.
    return [key, meaning.startsWith(description) ? meaning : description];
  });
  expect(told).toEqual(shown);
});
