import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conform, serving } from './bin.js';

describe('conform spec', () => {
  test('prints OpenAPI as JSON and AsyncAPI as YAML', async () => {
    const openApi = await conform('spec', 'openapi', '--url', 'https://example.org');
    expect(openApi.code).toBe(0);
    expect(JSON.parse(openApi.stdout)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://example.org' }],
    });
    const asyncApi = await conform('spec', 'asyncapi', '--dialect', 'scrambled');
    expect(asyncApi.code).toBe(0);
    expect(parse(asyncApi.stdout)).toMatchObject({ asyncapi: '3.0.0' });
  });

  test('writes a file in the format of its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'conform-'));
    const [yaml, json] = [join(folder, 'openapi.yaml'), join(folder, 'asyncapi.json')];
    expect(await conform('spec', 'openapi', '--out', yaml)).toMatchObject({ code: 0, stdout: '' });
    expect(await conform('spec', 'asyncapi', '--out', json)).toMatchObject({ code: 0, stdout: '' });
    expect(parse(await readFile(yaml, 'utf8'))).toHaveProperty('openapi');
    expect(JSON.parse(await readFile(json, 'utf8'))).toHaveProperty('asyncapi');
    await rm(folder, { recursive: true });
  });

  test('refuses addresses, dialects and files that are none', async () => {
    for (const args of [
      ['openapi', '--url', 'nowhere'],
      ['openapi', '--dialect', 'nowhere.yaml'],
      ['openapi', '--out', 'no/such/folder/openapi.json'],
      ['swagger'],
    ]) {
      const { code, stdout, stderr } = await conform('spec', ...args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error:');
    }
  });

  test('prints what a running simulator serves', async () => {
    const { url } = await serving('--dialect', 'scrambled');
    const served: unknown = await (await fetch(`${url}/openapi.json`)).json();
    const { stdout } = await conform('spec', 'openapi', '--dialect', 'scrambled');
    expect(served).toEqual(JSON.parse(stdout));
  });
});
