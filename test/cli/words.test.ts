// Commands that read files and print: what they say, in the process of the test.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conformHere } from './command-line.js';

/** The first of them loads simulator and harness. */
const LOADING = 30_000;

test(
  'conform spec writes a file in the format of its name',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'conform-'));
    const [yaml, json] = [join(folder, 'openapi.yaml'), join(folder, 'asyncapi.json')];
    expect(await conformHere('spec', 'openapi', '--out', yaml)).toMatchObject({ code: 0, out: '' });
    expect(await conformHere('spec', 'asyncapi', '--out', json)).toMatchObject({ code: 0, out: '' });
    expect(parse(await readFile(yaml, 'utf8'))).toHaveProperty('openapi');
    expect(JSON.parse(await readFile(json, 'utf8'))).toHaveProperty('asyncapi');
    await rm(folder, { recursive: true });
  },
  LOADING,
);

describe('variants', () => {
  test(
    'are listed with their reasons',
    async () => {
      const { code, out } = await conformHere('list', 'variants');
      expect(code).toBe(0);
      expect(out).toContain('asynchronous-commands  Operations are answered at once');
      expect(out).toMatch(/\n\d+ variants\.\n$/);
    },
    LOADING,
  );

  test(
    'are checked like other files',
    async () => {
      const { code, out } = await conformHere('validate', 'fixtures/variants');
      expect(code).toBe(0);
      expect(out).toContain('fixtures/variants/header-case.yaml  valid variant\n');
    },
    LOADING,
  );
});

test(
  'conform serve only tells what a plan will do with --dry-run',
  async () => {
    const told = await conformHere('serve', '--faults', 'fixtures/faults/deployment.yaml', '--dry-run');
    expect(told.code).toBe(0);
    expect(told.out).toContain('The service restarts twice');
    expect(told.out).toMatch(/^5 s +until .*restart \(rollout\)/m);
  },
  LOADING,
);
