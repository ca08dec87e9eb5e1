// The documents of `conform spec` in the tools that people give them to: linters, parsers and generators of clients.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TOOLS = resolve('build/tools');
const ofTools = createRequire(join(TOOLS, 'package.json'));

/** What a tool objects to, though it has to be so. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // A WebSocket answers 101, and no 2XX.
  'openapi.json': ['operation-2xx-response', 'operation-success-response'],
  // Whoever makes this has no address for people; and 3.0 is what most tools read.
  'asyncapi.yaml': ['asyncapi-info-contact-properties', 'asyncapi-latest-version'],
  'control.json': [],
};
const OPENAPI = ['openapi.json', 'control.json', 'openapi-scrambled.json'];
const ALL = [...OPENAPI, 'asyncapi.yaml'];

const folder = mkdtempSync(join(tmpdir(), 'conform-specs-'));

beforeAll(() => {
  const spec = (file: string, ...words: readonly string[]) => {
    const made = spawnSync(process.execPath, [
      'bin/conform.js',
      'spec',
      ...words,
      '--out',
      join(folder, file),
    ]);
    expect(String(made.stderr)).toBe('');
  };
  spec('openapi.json', 'openapi');
  spec('openapi-scrambled.json', 'openapi', '--dialect', 'scrambled');
  spec('asyncapi.yaml', 'asyncapi');
  spec('control.json', 'control');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program of the tools as its users do. */
function tool(name: string, ...words: readonly string[]) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const path = join(TOOLS, 'node_modules/.bin', name);
  return spawnSync(process.execPath, [path, ...words], { cwd: folder, env, encoding: 'utf8' });
}

function unexpected(file: string, codes: readonly string[]): string[] {
  const known = KNOWN[file.replace('-scrambled', '')] ?? [];
  return codes.filter((code) => !known.includes(code));
}

/** The TypeScript of the tools, over what a generator has written. */
function compiled(...files: readonly string[]): string {
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
  return tool('tsc', ...options, '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', ...files).stdout;
}

describe('the documents', () => {
  test.each(OPENAPI)('%s has no problem and no warning in Redocly', (file) => {
    const { problems } = JSON.parse(tool('redocly', 'lint', '--format=json', file).stdout);
    expect(
      unexpected(
        file,
        problems.map(({ ruleId }: { ruleId: string }) => ruleId),
      ),
    ).toEqual([]);
  });

  test.each(ALL)('%s has no problem, warning or hint in Spectral', (file) => {
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas", "spectral:asyncapi"]\n');
    const { stdout } = tool('spectral', 'lint', '--fail-severity', 'hint', '--format', 'json', file);
    const found = JSON.parse(stdout.slice(0, stdout.lastIndexOf(']') + 1)) as { code: string }[];
    expect(
      unexpected(
        file,
        found.map(({ code }) => code),
      ),
    ).toEqual([]);
  });

  test('are looked at by linters that see a mistake', () => {
    const document = JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8'));
    delete document.paths['/clock'].get.operationId;
    delete document.info.description;
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify(document));
    const { problems } = JSON.parse(tool('redocly', 'lint', '--format=json', 'wrong.json').stdout);
    expect(
      unexpected(
        'wrong.json',
        problems.map(({ ruleId }: { ruleId: string }) => ruleId),
      ),
    ).not.toEqual([]);
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas", "spectral:asyncapi"]\n');
    expect(tool('spectral', 'lint', '--fail-severity', 'hint', 'wrong.json').status).not.toBe(0);
  });

  test.each(OPENAPI)('%s becomes types that compile, by openapi-typescript', (file) => {
    const out = `${file}.d.ts`;
    expect(tool('openapi-typescript', file, '-o', out).status).toBe(0);
    expect(readFileSync(join(folder, out), 'utf8')).toContain('export interface paths');
    expect(compiled(out)).toBe('');
  });

  test.each(OPENAPI)('%s becomes a client that compiles, by hey-api', (file) => {
    const out = `hey-${file.replace('.json', '')}`;
    mkdirSync(join(folder, out));
    const { status, stdout } = tool('openapi-ts', '-i', file, '-o', out);
    expect([status, stdout]).toEqual([0, expect.stringContaining(out)]);
    expect(compiled(`${out}/index.ts`)).toBe('');
  });

  test('asyncapi.yaml is read by the parser of AsyncAPI', async () => {
    const { Parser } = ofTools('@asyncapi/parser');
    const text = readFileSync(join(folder, 'asyncapi.yaml'), 'utf8');
    const { document, diagnostics } = await new Parser().parse(text);
    expect(
      unexpected(
        'asyncapi.yaml',
        diagnostics.map(({ code }: { code: string }) => code),
      ),
    ).toEqual([]);
    expect(document.version()).toBe('3.0.0');
  });
});
