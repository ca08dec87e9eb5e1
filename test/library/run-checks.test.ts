import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ChecksRefused, jsonReportSchema, runChecks, startSimulator } from '../../src/index.js';

const ONE = 'version/in-path';

function restoreDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('judges a simulator of its own, with typed results and every report', async () => {
  const result = await runChecks({ what: ONE });
  expect(result.text).toContain('No stated rule was broken');
  expect(result).toMatchObject({ passed: true, conclusion: 'passed', broken: [], notRestored: [] });
  expect(result.checks.map(({ verdict }) => verdict)).toContain('pass');
  expect(jsonReportSchema.parse(JSON.parse(result.report('json'))).conclusion).toBe('passed');
  expect(result.report('junit')).toContain('<testsuites');
});

test('says what is broken, and which check has found it', async () => {
  const result = await runChecks({ rules: ['version.in-path'], defect: ['any-version-served'] });
  expect(result).toMatchObject({ passed: false, conclusion: 'broken' });
  expect(result.broken[0]).toMatchObject({ rule: 'version.in-path', verdict: 'fail' });
  expect(result.checks.map(({ id }) => id)).toContain(result.broken[0]?.check);
  expect(result.text).toContain('version.in-path');
});

test('judges what a profile object describes', async () => {
  const server = await startSimulator();
  onTestFinished(() => server.close());
  const target = {
    baseUrl: server.url,
    clients: { reader: { clientId: 'reader', clientSecretEnv: 'READER', scopes: ['device:read' as const] } },
    devices: { bench: { deviceId: 'bench-01', relays: [] } },
  };
  const result = await runChecks({
    target,
    what: ONE,
    env: { READER: 'demo-reader-secret' },
    restriction: 'read-only',
    restoreDir: restoreDir(),
  });
  expect(result.text).toContain('No stated rule was broken');
  await expect(runChecks({ target, what: ONE, env: {} })).rejects.toThrow('READER');
});

test('refuses what it cannot check, in words', async () => {
  await expect(runChecks({ what: 'refersh/*' })).rejects.toThrow('Did you mean "refresh/*"?');
  await expect(runChecks({ target: 'http://example.com', what: ONE })).rejects.toThrow(ChecksRefused);
});

test('tells that nobody answers as a result', async () => {
  const result = await runChecks({ target: 'http://127.0.0.1:9', what: ONE, restoreDir: restoreDir() });
  expect(result).toMatchObject({ passed: false, conclusion: 'unreachable' });
});
