// What a built program knows of its scenarios beforehand is what it would read of them.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { bundledHeads } from '../../../src/cli/load/scenario-heads.js';
import { bundledFiles } from '../../../src/cli/load/scenarios.js';
import { readHead } from '../../../src/harness/scenario/scenario.js';

it('chooses scenarios by what their files say, under the paths that people see', async () => {
  const heads = await bundledHeads(process.cwd());
  if (!heads.ok) throw new Error('the scenarios that come with the program can be read');
  for (const [at, path] of bundledFiles().entries()) {
    const seen = relative(process.cwd(), path);
    expect(heads.value[at]).toMatchObject({ ...readHead(readFileSync(path, 'utf8'), seen) });
  }
});

it('knows scenarios by other ids where their folder is seen from within', async () => {
  const [path = ''] = bundledFiles();
  const heads = await bundledHeads(path.slice(0, path.lastIndexOf('/')));
  expect(heads.ok && heads.value[0]?.id).toMatch(/^local\//);
});
