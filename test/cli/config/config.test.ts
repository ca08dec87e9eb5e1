// The file of settings: where it is found, what it sets, what wins over it, and what is wrong with it.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  configSchema,
  readConfigFile,
  SETTINGS,
  settle,
  type Settled,
  showSettings,
} from '../../../src/cli/config/settle.js';
import { EXAMPLE_CONFIG } from '../../../src/cli/package-files.js';
import type { RunOptions } from '../../../src/cli/run/run-options.js';
import { caughtIo } from '../caught-io.js';

let root = '';
let below = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'conform-config-'));
  below = join(root, 'a', 'b');
  mkdirSync(join(root, '.git'));
  mkdirSync(below, { recursive: true });
});

const write = (text: string, folder = root): void => writeFileSync(join(folder, 'conform.config.yaml'), text);

function settled(flags: RunOptions = {}, names: readonly string[] = [], cwd = root): Settled {
  const result = settle(names, flags, { cwd });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.value;
}

function refused(flags: RunOptions = {}): string {
  const io = caughtIo({ cwd: root });
  expect(showSettings([], flags, io)).toBe(2);
  return io.said().err;
}

describe('conform.config.yaml', () => {
  test('is found above the working folder, and its paths start from its own folder', () => {
    write(
      'target: lab.yaml\ndialect: default\nwhat: [mine.yaml, "busy/*", a]\nreports: { json: out/r.json }',
    );
    const { options, names, file } = settled({}, [], below);
    expect(options).toMatchObject({
      target: '../../lab.yaml',
      dialect: 'default',
      report: ['json=../../out/r.json'],
    });
    expect(names).toEqual(['../../mine.yaml', 'busy/*', '..']);
    expect(file).toBe(join(root, 'conform.config.yaml'));
  });

  test('is not looked for above the root of the repository, and not above the working folder outside of one', () => {
    write('strict: true');
    mkdirSync(join(below, '.git'));
    expect(settled({}, [], below).file).toBeUndefined();
    const bare = mkdtempSync(join(tmpdir(), 'conform-config-'));
    write('strict: true', bare);
    mkdirSync(join(bare, 'c'));
    expect(settled({}, [], bare).options.strict).toBe(true);
    expect(settled({}, [], join(bare, 'c')).file).toBeUndefined();
  });

  test('gives way to what the command line says, key by key', () => {
    write('target: lab.yaml\nwhat: ["busy/*"]\nseed: 3\nreports: { json: a.json, html: a.html }');
    const { options, names } = settled({ target: 'b.yaml', report: ['json=b.json'] }, ['ws/ping']);
    expect(options).toMatchObject({
      target: 'b.yaml',
      seed: 3,
      report: ['json=b.json', 'html=a.html'],
    });
    expect(names).toEqual(['ws/ping']);
    expect(settled({ rerunFailed: 'r.json' }).names).toEqual([]);
    expect(settled({ config: false }).options).toEqual({ config: false });
  });

  test('may forbid more than the command line, which cannot allow it again', () => {
    write('restriction: read-only');
    expect(settled({ actuate: false }).options.readOnly).toBe(true);
    write('restriction: no-actuate');
    expect(settled({ actuate: true }).options.actuate).toBe(false);
    expect(settled({ readOnly: true }).options.readOnly).toBe(true);
  });

  test('has a key for each setting, and the example that is written has all of them', () => {
    const keys = Object.keys(configSchema.shape);
    expect([...SETTINGS.map(({ key }) => key), 'restriction', 'reports'].toSorted()).toEqual(keys.toSorted());
    const example = readFileSync(EXAMPLE_CONFIG, 'utf8');
    for (const key of keys) expect(example).toMatch(new RegExp(`^(# )?${key}:`, 'm'));
    write(example.replaceAll(/^# (?=(?:  )?[a-z]\w*:)/gm, ''));
    expect(readConfigFile(join(root, 'conform.config.yaml'), root).ok).toBe(true);
  });
});

describe('conform run --dry-run', () => {
  test('shows each setting with the line, the option or the default that it comes from', () => {
    write('\nstrict: true\nreports: { html: a.html }');
    const io = caughtIo({ cwd: root });
    expect(showSettings([], { seed: 4 }, io)).toBe(0);
    const { out } = io.said();
    expect(out).toMatch(/^strict +true +conform\.config\.yaml:2$/m);
    expect(out).toMatch(/^seed +4 +--seed$/m);
    expect(out).toMatch(/^fleet +the demo fleet +default$/m);
    expect(out).toMatch(/^reports\.html +a\.html +conform\.config\.yaml:3$/m);
  });

  test('shows no secret, wherever it is', () => {
    write('target: http://me:hidden1@127.0.0.1:1');
    const io = caughtIo({ cwd: root, env: { CONFORM_CONTROL_TOKEN: 'hidden2' } });
    showSettings([], {}, io);
    write('controlToken: hidden4');
    showSettings([], {}, io);
    const { out, err } = io.said();
    expect(out + err).not.toContain('hidden');
    expect(out).toMatch(/^control token +set, not shown +environment, CONFORM_CONTROL_TOKEN$/m);
    expect(err).toContain('they come from the environment');
  });

  test.each([
    ['dialct: x', 'conform.config.yaml:1:1  unknown key "dialct"', 'Did you mean "dialect"?'],
    [
      'seed: 1\nreports: { jnit: x }',
      'conform.config.yaml:2:12  unknown key "jnit"',
      'Did you mean "junit"?',
    ],
    ['time: 5', 'conform.config.yaml:1:7  time: expected a duration', ''],
    ['restriction: readonly', 'expected "no-actuate", "read-only"', 'Did you mean "read-only"?'],
    ['target: http://h:1\ndefects: [x]', 'conform.config.yaml:2:10  defects are for a simulator', ''],
    ['[', 'conform.config.yaml:1', 'not valid YAML'],
  ])('says where %j is wrong, and what was meant', (text, place, hint) => {
    write(text);
    const err = refused();
    expect(err).toContain(place);
    expect(err).toContain(hint);
  });

  test('names the line of the file that an option does not go with, and a file that is not there', () => {
    write('target: lab.yaml');
    expect(refused({ defect: ['x'] })).toContain('conform.config.yaml:1 names a target\nWith --no-config');
    expect(refused({ config: 'none.yaml' })).toContain('none.yaml: there is no such file');
  });
});
