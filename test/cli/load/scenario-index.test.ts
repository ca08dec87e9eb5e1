// What a built program knows of its scenarios beforehand is what it would parse of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  bundledFiles,
  bundledScenarios,
  loadScenarios,
  readScenarioIndex,
  shownFolder,
  withVerbs,
  writtenIndex,
} from '../../../src/cli/load/scenarios.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function written(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenario-index-'));
  folders.push(folder);
  const path = join(folder, 'scenarios.json');
  writeFileSync(path, text);
  return path;
}

const index = writtenIndex();

it('has each scenario as it would be parsed, under the path that people see', () => {
  const read = readScenarioIndex('scenarios', written(index));
  for (const path of bundledFiles()) {
    // One file alone is parsed.
    const parsed = loadScenarios([path], process.cwd());
    if (!parsed.ok) throw new Error(path);
    const known = read(path);
    expect(known && withVerbs(known)).toEqual(parsed.value[0]);
  }
});

it('says nothing when a file of the folder is another than at the build', () => {
  const read = readScenarioIndex(
    'scenarios',
    written(index.replace(/"digest":"[^"]*"/, '"digest":"of another"')),
  );
  expect(bundledFiles().flatMap((path) => read(path) ?? [])).toEqual([]);
});

it('says nothing where there is none, and of files of others', () => {
  const [path = ''] = bundledFiles();
  expect(readScenarioIndex('scenarios', '/nowhere/scenarios.json')(path)).toBeUndefined();
  expect(readScenarioIndex('scenarios', written(index))('/elsewhere/relay/x.yaml')).toBeUndefined();
});

it('knows the folder by the path of one of its files, and not where the path says another id', () => {
  const [path = ''] = bundledFiles();
  expect(shownFolder(path, relative(process.cwd(), path))).toBe('scenarios');
  expect(shownFolder(path, path.split('/').at(-1) ?? '')).toBeUndefined();
});

it('gives scenarios other ids where their folder is seen from within', () => {
  const [path = ''] = bundledFiles();
  const scenarios = bundledScenarios(path.slice(0, path.lastIndexOf('/')));
  expect(scenarios.ok && scenarios.value[0]?.id).toMatch(/^local\//);
});
