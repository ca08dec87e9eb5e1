// What is different on Windows and can be tried anywhere: paths with backslashes, names of files, lines that end in CRLF.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, win32 } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { shownPath } from '../../src/cli/files.js';
import { isFragment } from '../../src/cli/load/scenarios.js';
import { lockName, restoreFileName } from '../../src/cli/restore/hold-target.js';
import { checkFile } from '../../src/cli/validate/run.js';
import type { FileKind } from '../../src/cli/names.js';
import { RULES } from '../../src/contract/rules/catalogue.js';
import { formatProblem } from '../../src/document/problem.js';
import { scenarioId } from '../../src/harness/scenario/scenario.js';
import { caughtIo } from './caught-io.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-crlf-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('paths with backslashes', () => {
  test('are shown with slashes, and whole when they are on another drive', () => {
    expect(shownPath(String.raw`C:\p\checks\a.yaml`, String.raw`C:\p`, win32)).toBe('checks/a.yaml');
    expect(shownPath(String.raw`D:\a.yaml`, String.raw`C:\p`, win32)).toBe(String.raw`D:\a.yaml`);
    expect(shownPath(String.raw`C:\q\a.yaml`, String.raw`C:\p`, win32)).toBe(String.raw`C:\q\a.yaml`);
  });

  test('lead to fragments and to the ids of scenarios like those with slashes', () => {
    for (const path of [String.raw`C:\p\_login.yaml`, 'p/_login.yaml', '_login.yaml'])
      expect(isFragment(path)).toBe(true);
    for (const path of [String.raw`C:\_p\login.yaml`, '_p/login.yaml', 'a_b.yaml'])
      expect(isFragment(path)).toBe(false);
    expect(scenarioId(String.raw`checks\refresh\mine.yaml`)).toBe('refresh/mine');
  });
});

test('names of files that conform makes have no character that Windows refuses', () => {
  const servers = ['http://127.0.0.1:7070', 'https://[::1]:8443/a?b', 'https://cloud.example.com/x:y'];
  const names = servers.flatMap((server) => [
    lockName(server),
    restoreFileName(server, String.raw`C:\p\lab.yaml`),
  ]);
  for (const name of [...names, ...RULES.map(({ id }) => id)]) expect(name).toMatch(/^[\w.-]*[\w-]$/);
});

const KINDS: readonly (readonly [FileKind, string])[] = [
  ['scenario', 'scenarios/refresh/shared-budget.yaml'],
  ['fleet', 'fixtures/fleets/default.yaml'],
  ['dialect', 'fixtures/dialects/scrambled.yaml'],
  ['target', 'fixtures/targets/example.yaml'],
  ['variant', 'fixtures/variants/slow-devices.yaml'],
  ['fault-plan', 'fixtures/faults/brown-out.yaml'],
  ['day', 'scenarios/clients/calm.yaml'],
  ['audit', 'fixtures/audits/example.yaml'],
];

describe('lines that end in CRLF', () => {
  const crlf = (path: string): string => readFileSync(path, 'utf8').replaceAll('\n', '\r\n');

  test.each(KINDS)('are read in a %s', async (kind, path) => {
    const copy = join(folder, basename(path));
    writeFileSync(copy, crlf(path));
    expect(await checkFile(copy, caughtIo({ cwd: folder }), {})).toEqual({ kind, diagnostics: [] });
  });

  test('leave no mark in the lines around a problem', () => {
    const problem = { file: 'a.yaml', line: 2, column: 1, message: 'wrong' };
    expect(formatProblem(problem, 'a: 1\r\nb: 2\r\nc: 3\r\n')).toBe(
      formatProblem(problem, 'a: 1\nb: 2\nc: 3\n'),
    );
  });
});
