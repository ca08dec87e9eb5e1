// The scenarios that come with the program: all of them can be read, and each says what it is about.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../src/document/problem.js';
import { scenarioJsonSchema } from '../../../src/harness/scenario/json-schema.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { VERBS } from '../../../src/harness/scenario/verbs/registry.js';
import { VIEW_FIELDS } from '../../../src/harness/scenario/view/views.js';

const FOLDER = 'scenarios';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml') && !/^clients[/\\]/.test(path))
  .map((path) => join(FOLDER, path).replaceAll('\\', '/'));

const read = files.map((file) => {
  const text = readFileSync(file, 'utf8');
  return { file, text, parsed: parseScenario(text, file) };
});

describe('the scenarios of the program', () => {
  it('can all be read', () => {
    const problems = read.flatMap(({ parsed, text }) =>
      parsed.ok ? [] : parsed.problems.map((each) => formatProblem(each, text)),
    );
    expect(problems).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });

  it('have ids and titles that tell them apart', () => {
    const cases = read.flatMap(({ parsed }) => (parsed.ok ? parsed.value.cases : []));
    for (const texts of [cases.map(({ id }) => id), cases.map(({ title }) => title)])
      expect(texts.filter((each, at) => texts.indexOf(each) !== at)).toEqual([]);
  });

  it('give each device that they add its name, which a dialect may always write', () => {
    const adding = read.filter(({ text }) => /^[ -]+addDevice:|[{ ]addDevice:/m.test(text));
    expect(adding.length).toBeGreaterThan(5);
    const count = (text: string, word: RegExp): number => text.match(word)?.length ?? 0;
    const nameless = adding.filter(
      ({ text }) => count(text, /addDevice:/g) > count(text, /name: \$managed\.name/g),
    );
    expect(nameless.map(({ file }) => file)).toEqual([]);
  });

  it('put relays back off where they switch one on', () => {
    const left = read.flatMap(({ file, text }) =>
      /relays: \{[^}]*: on/.test(text) && !/off/.test(text.split('\ncleanup:')[1] ?? 'off') ? [file] : [],
    );
    expect(left).toEqual([]);
  });
});

describe('the JSON Schema of scenarios', () => {
  const schema = JSON.parse(JSON.stringify(scenarioJsonSchema())) as {
    $defs: Record<string, { properties: object; required: string[] }>;
    properties: object;
  };

  it('has a definition for each verb, with its own key required', () => {
    for (const { name } of VERBS) {
      expect(Object.keys(schema.$defs[name]?.properties ?? {})).toContain(name);
    }
    expect(schema.$defs['setRelays']?.required).toEqual(['setRelays', 'relays']);
    expect(Object.keys(schema.properties)).toEqual([
      'title',
      'since',
      'about',
      'rules',
      'needs',
      'matrix',
      'steps',
      'cleanup',
    ]);
  });
});

describe('docs/scenarios.md', () => {
  const text = readFileSync('docs/scenarios.md', 'utf8');

  it('explains every verb and every field of a view', () => {
    const missing = VERBS.filter(({ name }) => !text.includes(`### \`${name}\``)).map(({ name }) => name);
    expect(missing).toEqual([]);
    const fields = Object.values(VIEW_FIELDS).flatMap((each) => Object.keys(each));
    expect(fields.filter((field) => !text.includes(`| \`${field}\``))).toEqual([]);
  });
});
