// The first line of a file that conform writes leads an editor to its schema, on every system.
import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { schemaReference, withSchemaLine } from '../../../src/cli/schema/first-line.js';

const here = (root: string, ...there: readonly string[]) => ({
  root,
  exists: (path: string) => there.includes(path),
  path: root.startsWith('/') ? posix : win32,
});
const INSTALLED = 'node_modules/relaybench/schemas/target.schema.json';

test('is the package of the project, where the project has installed it', () => {
  const npx = '/home/u/.npm/_npx/1/node_modules/relaybench';
  const places = here(npx, `/p/${INSTALLED}`);
  expect(schemaReference('target', '/p/lab.yaml', places)).toBe(`./${INSTALLED}`);
  expect(schemaReference('target', '/p/a/b/lab.yaml', places)).toBe(`../../${INSTALLED}`);
});

test('is the clone, for a program that runs from one', () => {
  expect(schemaReference('fleet', '/home/u/lab.yaml', here('/home/u/conform'))).toBe(
    './conform/schemas/fleet.schema.json',
  );
});

test('is the published package otherwise', () => {
  const npx = '/home/u/.npm/_npx/1/node_modules/relaybench';
  expect(schemaReference('target', '/p/lab.yaml', here(npx))).toBe(
    'https://unpkg.com/relaybench/schemas/target.schema.json',
  );
});

test('has slashes on Windows, and a URL where the schema is on another drive', () => {
  const installed = String.raw`C:\p\node_modules\relaybench\schemas\target.schema.json`;
  const places = here(String.raw`C:\p\node_modules\relaybench`, installed);
  expect(schemaReference('target', String.raw`C:\p\a\lab.yaml`, places)).toBe(`../${INSTALLED}`);
  expect(schemaReference('target', String.raw`D:\lab.yaml`, here(String.raw`C:\my conform`))).toBe(
    'file:///C:/my%20conform/schemas/target.schema.json',
  );
});

test('takes the place of the line of a file that ships', () => {
  const shipped = '# yaml-language-server: $schema=../../schemas/audit.schema.json\n\ncommand: [a]\n';
  expect(withSchemaLine(shipped, 'audit', '/nowhere/audit.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\S+\/schemas\/audit\.schema\.json\n\ncommand: \[a\]\n$/,
  );
  expect(withSchemaLine('title: a\n', 'scenario', '/nowhere/a.yaml')).toMatch(/^# yaml.*\ntitle: a\n$/);
});
