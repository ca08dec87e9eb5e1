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

  test('prints what a running simulator serves', async () => {
    const { url } = await serving('--dialect', 'scrambled');
    const served = (await (await fetch(`${url}/openapi.json`)).json()) as object;
    const { stdout } = await conform('spec', 'openapi', '--dialect', 'scrambled');
    const printed = JSON.parse(stdout);
    // A served document is about the server that serves it.
    expect(served).toMatchObject({ servers: [{ url: '/' }] });
    expect(printed.servers).toEqual([{ url: 'http://127.0.0.1:7070' }]);
    expect({ ...served, servers: [] }).toEqual({ ...printed, servers: [] });
  });
});
