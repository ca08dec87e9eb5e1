// The JSON Schemas that `conform spec` prints for profiles and dialects name what the readers of those files know.
import { readdirSync, readFileSync } from 'node:fs';
import {
  registerSchema,
  unregisterSchema,
  validate,
  type Validator,
} from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dialectJsonSchema } from '../../../src/dialect/settings.js';
import { profileJsonSchema } from '../../../src/harness/profile/profile-schema.js';

const GALLERY = 'fixtures/dialects/gallery';
const SCHEMAS = { profile: profileJsonSchema(), dialect: dialectJsonSchema() };

async function fits(kind: keyof typeof SCHEMAS, yaml: string): Promise<boolean> {
  const { $id } = SCHEMAS[kind];
  const validator: Validator = await validate(String($id));
  return validator(parse(yaml) as Parameters<Validator>[0]).valid;
}

beforeAll(() => {
  for (const { $id, ...schema } of Object.values(SCHEMAS))
    registerSchema(JSON.parse(JSON.stringify(schema)) as never, String($id));
});
afterAll(() => {
  for (const { $id } of Object.values(SCHEMAS)) unregisterSchema(String($id));
});

describe('the JSON Schema of dialects', () => {
  test.each(readdirSync(GALLERY))('takes %s of the gallery', async (file) => {
    expect(await fits('dialect', readFileSync(`${GALLERY}/${file}`, 'utf8'))).toBe(true);
  });

  test('refuses a shape that there is not, and a word that is not known', async () => {
    const text = readFileSync('fixtures/dialects/default.yaml', 'utf8');
    expect(await fits('dialect', text)).toBe(true);
    expect(await fits('dialect', `${text}\nperipheral: {}\n`)).toBe(false);
    expect(await fits('dialect', `${text}\nwithout: [pageing]\n`)).toBe(false);
  });
});

describe('the JSON Schema of profiles', () => {
  const text = readFileSync('fixtures/targets/example.yaml', 'utf8');

  test('takes the example, and those of the strangers', async () => {
    expect(await fits('profile', text)).toBe(true);
    for (const name of ['python', 'javascript'])
      expect(
        await fits('profile', readFileSync(`proof/strangers/${name}/conform/profile.yaml`, 'utf8')),
      ).toBe(true);
  });

  test('refuses an unknown key, and a relay without a number', async () => {
    expect(await fits('profile', `${text}\npatients: 5s\n`)).toBe(false);
    expect(await fits('profile', text.replace('relays: [1, 2]', 'relays: [one]'))).toBe(false);
  });
});
