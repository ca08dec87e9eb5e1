// What an editor with the YAML language server makes of our files: completion, hover, and errors at their places.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RULES } from '../../src/contract/rules/catalogue.js';
import { STIMULUS_NAMES } from '../../src/harness/profile/stimuli/catalogue.js';
import { VERBS } from '../../src/harness/scenario/verbs/registry.js';
import { FAULT_TYPES } from '../../src/simulator/faults/registry.js';
import { allStyles } from '../../src/simulator/styles/registry.js';
import { startYamlServer } from './yaml-server.js';

const server = await startYamlServer();
const folder = mkdtempSync(join(tmpdir(), 'conform-editors-'));

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A file of a kind below the clone, as a user has it open: the `|` is where the cursor is. */
function file(kind: string, text: string): [path: string, text: string] {
  return [
    'scenarios/relay/mine.yaml',
    `# yaml-language-server: $schema=../../schemas/${kind}.schema.json\n${text}`,
  ];
}

/** What is wrong, by line and column, both counted from 1. */
async function problems(kind: string, text: string): Promise<string[]> {
  const found = await server.diagnose(...file(kind, text));
  return found.map(({ range: { start }, message }) => `${start.line}:${start.character + 1} ${message}`);
}

describe('completion', () => {
  const complete = async (kind: string, text: string) => server.complete(...file(kind, text));
  const words = async (kind: string, text: string) => [...(await complete(kind, text)).keys()];

  test('offers every rule with its sentence where a rule is wanted', async () => {
    for (const [kind, text] of [
      ['scenario', 'rules: [|]\n'],
      ['target', 'waivers:\n  - rule: |\n'],
    ] as const) {
      const offered = await complete(kind, text);
      expect(RULES.filter(({ id, sentence }) => !offered.get(id)?.includes(sentence))).toEqual([]);
    }
    const { size } = await complete('day', 'exercises: [|]\n');
    expect(size).toBe(RULES.filter(({ side }) => side === 'client').length);
  });

  test('offers verbs, stimuli, capabilities and scopes of a scenario', async () => {
    const verbs = await complete('scenario', 'steps:\n  - |\n');
    expect(VERBS.filter(({ name, summary }) => !verbs.get(name)?.includes(summary))).toEqual([]);
    const stimuli = await words('scenario', 'steps:\n  - stimulate: |\n');
    expect(stimuli).toEqual(STIMULUS_NAMES);
    expect(await words('scenario', 'needs: { capabilities: [|] }\n')).toContain('two-devices');
    expect(await words('scenario', 'needs: { clients: { a: [|] } }\n')).toContain('device:manage');
  });

  test('offers every fault, and the parameters of the one that is meant', async () => {
    for (const kind of ['fault-plan', 'day', 'variant']) {
      const offered = await complete(kind, 'faults:\n  - fault: |\n');
      expect(FAULT_TYPES.filter(({ type, summary }) => offered.get(type) !== summary)).toEqual([]);
    }
    const latency = await words('fault-plan', 'faults:\n  - fault: latency\n    with:\n      |\n');
    expect(latency.toSorted()).toEqual(['delay', 'over', 'where']);
    const styles = await words('variant', 'styles:\n  - |\n');
    expect(styles).toEqual(allStyles().map(({ id }) => id));
  });

  test('offers the keys of profiles, fleets, dialects and audits', async () => {
    expect(await words('target', 'pat|\n')).toContain('patience');
    expect(await words('target', 'stimuli:\n  |\n')).toContain('cut-power');
    expect(
      await words('fleet', 'profiles:\n  p:\n    rs485:\n      peripherals:\n        - kind: |\n'),
    ).toContain('modbus-rtu');
    expect(await words('dialect', 'without: [|]\n')).toContain('paging');
    expect(await words('audit', 'inst|\n')).toContain('instances');
  });
});

describe('hover', () => {
  test.each([
    ['scenario', 'rules: [relay.ef|fect]\n', 'each relay that it names is in the state that was asked for'],
    ['scenario', 'steps:\n  - ref|resh: plant\n', 'Refreshes a device'],
    ['fault-plan', 'faults:\n  - fault: late|ncy\n', 'Requests over either channel take longer'],
    ['target', 'pati|ence: 3s\n', 'How long to wait for a reply'],
    ['target', 'stimuli: { cut-p|ower: {} }\n', 'cuts the power of a device'],
    ['fleet', 'limits: { refreshIn|terval: 3s }\n', 'Least time between two refreshes'],
    ['day', 'exercises: [client.heart|beat]\n', 'sends session.ping about every 30 seconds'],
  ])('of a %s at %j says %j', async (kind, marked, words) => {
    expect(await server.hover(...file(kind, marked))).toContain(words);
  });

  test('over a rule does not tell of other rules', async () => {
    expect(await server.hover(...file('scenario', 'rules: [relay.ef|fect]\n'))).not.toContain(
      'relay.set-many',
    );
  });
});

describe('errors', () => {
  test.each([
    [
      'scenario',
      'title: a\nrules: [relay.effekt]\nneeds: { clients: { a: [] } }\nsteps: [{ wait: 1s }]\n',
      '2:9 ',
    ],
    [
      'fault-plan',
      'faults:\n  - fault: latency\n    with: { dealy: 3s }\n',
      '3:13 Property dealy is not allowed',
    ],
    ['scenario', 'title: a\nsteps:\n  - refersh: plant\n', '3:5 Property refersh is not allowed'],
    ['scenario', 'title: a\nsteps:\n  - refresh: plant\n    vai: ws\n', '4:5 Property vai is not allowed'],
    ['fault-plan', 'faults:\n  - fault: latncy\n', '2:12 '],
    ['fault-plan', 'faults:\n  - fault: offline\n    for: 3\n', '3:10 '],
    [
      'target',
      'baseUrl: a\nclients: {}\ndevices: {}\npatients: 5s\n',
      '4:1 Property patients is not allowed',
    ],
    ['dialect', 'commandStatus: {}\nwithout: [pageing]\n', '2:11 '],
    ['audit', 'instances: 40\n', '1:12 '],
    ['day', 'title: a\nabout: b\nlasts: 3s\nexercises: [client.hartbeat]\n', '4:13 '],
  ])('in a %s, %j is told at its place', async (kind, text, place) => {
    expect((await problems(kind, text)).map((each) => each.slice(0, place.length))).toContain(place);
  });

  const shipped = ['scenarios', 'fixtures'].flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(place, name)),
  );

  test('there are none in any file that ships', async () => {
    expect(shipped.length).toBeGreaterThan(200);
    // All at once: the server waits for a moment before it looks at a text.
    const found = await Promise.all(
      shipped.map(async (path) => {
        const each = await server.diagnose(path, readFileSync(path, 'utf8'));
        return each.map(({ range, message }) => `${path}:${range.start.line + 1} ${message}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});

test.each(['target', 'audit', 'config'])(
  'a file of `conform init %s` in any folder leads to its schema',
  async (what) => {
    const path = join(folder, `${what}.yaml`);
    const program = resolve('bin/conform.js');
    const made = spawnSync(process.execPath, [program, 'init', what, '--out', path], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const text = readFileSync(path, 'utf8');
    expect(await server.diagnose(path, text)).toEqual([]);
    const wrong = await server.diagnose(path, `${text}\nnonsense: 1\n`);
    expect(wrong.map(({ message }) => message)).toEqual(['Property nonsense is not allowed.']);
  },
);
