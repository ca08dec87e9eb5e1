// Every YAML file that ships tells editors where its schema is, by a path that holds in a clone and in node_modules.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { SCHEMA_NAMES } from '../../../src/cli/names.js';

const LINE = /^# yaml-language-server: \$schema=(\S+)\n/;

/** The kind of the files of a folder. */
const KINDS: Readonly<Record<string, string>> = {
  'fixtures/audits': 'audit',
  'fixtures/configs': 'config',
  'fixtures/dialects': 'dialect',
  'fixtures/faults': 'fault-plan',
  'fixtures/fleets': 'fleet',
  'fixtures/targets': 'target',
  'fixtures/variants': 'variant',
  'scenarios/clients': 'day',
  scenarios: 'scenario',
};

function kindOf(file: string): string | undefined {
  return Object.entries(KINDS).find(([folder]) => file.startsWith(`${folder}/`))?.[1];
}

function wrongLine(file: string, text: string): string | undefined {
  const named = LINE.exec(text)?.[1];
  const schema = `schemas/${kindOf(file)}.schema.json`;
  if (named !== undefined && posix.join(posix.dirname(file), named) === schema) return undefined;
  const wanted = posix.relative(posix.dirname(file), schema);
  return `${file} must begin with: # yaml-language-server: $schema=${wanted}`;
}

const shipped = ['scenarios', 'fixtures'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/'))),
);

test('each begins with the path of the schema of its kind', () => {
  expect(shipped.length).toBeGreaterThan(200);
  expect(shipped.flatMap((file) => wrongLine(file, readFileSync(join(file), 'utf8')) ?? [])).toEqual([]);
  expect(shipped.filter((file) => !(SCHEMA_NAMES as readonly string[]).includes(kindOf(file) ?? ''))).toEqual(
    [],
  );
});

test('a file without such a line, or with that of another kind, is found', () => {
  const line = '# yaml-language-server: $schema=../../schemas/fleet.schema.json\n';
  expect(wrongLine('fixtures/fleets/a.yaml', line)).toBeUndefined();
  expect(wrongLine('fixtures/faults/a.yaml', line)).toContain('schemas/fault-plan.schema.json');
  expect(wrongLine('scenarios/ws/a.yaml', 'title: a\n')).toContain(
    '$schema=../../schemas/scenario.schema.json',
  );
});
