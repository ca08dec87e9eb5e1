// What a built program knows of its scenarios beforehand is what it would read of them.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headFrom, indexHeads } from '../../../src/cli/load/scenario-heads.js';
import { bundledFiles } from '../../../src/cli/load/scenario-files.js';
import { readHead } from '../../../src/harness/scenario/scenario-head.js';

const index = indexHeads();
const path = bundledFiles().find((each) => each.endsWith('relay/effect.yaml')) ?? '';
const text = readFileSync(path, 'utf8');
const shown = relative(process.cwd(), path);

describe('the index of heads', () => {
  it('says of each scenario what its file says, under the path that people see', () => {
    for (const each of bundledFiles()) {
      const own = readFileSync(each, 'utf8');
      const seen = relative(process.cwd(), each);
      expect(headFrom(index, each, own, seen)).toEqual(readHead(own, seen));
    }
  });

  it('is read instead of the file', () => {
    const key = 'relay/effect.yaml';
    const { digest = '', head } = index[key] ?? {};
    if (!head) throw new Error('the scenario is there');
    const other = { [key]: { digest, head: { ...head, title: 'from the index' } } };
    expect(headFrom(other, path, text, shown)?.title).toBe('from the index');
  });

  it('does not hold for a file that was changed, nor where the path makes another id of it', () => {
    const changed = text.replace(/^title: .*$/m, 'title: another one');
    expect(headFrom(index, path, changed, shown)?.title).toBe('another one');
    expect(headFrom(index, path, text, 'effect.yaml')?.id).toBe('local/effect');
  });
});
