// `--report` of the self-test.
import { expect, it } from 'vitest';
import { parseMatrixReports, renderMatrix } from '../../../src/cli/self-test/reports.js';

it('takes a kind and a path, as often as one likes', () => {
  const parsed = parseMatrixReports(['json=-', 'markdown=a=b.md']);
  expect(parsed).toEqual({
    ok: true,
    value: [
      { kind: 'json', path: '-' },
      { kind: 'markdown', path: 'a=b.md' },
    ],
  });
});

it.each([[['html=x']], [['json']], [['json=']], [['json=-', 'markdown=-']]])('refuses %j', (texts) => {
  expect(parseMatrixReports(texts).ok).toBe(false);
});

it('keeps all in JSON', () => {
  const matrix = { seed: 1, untried: 2, defects: [], right: [], rules: [] };
  expect(JSON.parse(renderMatrix('json', matrix))).toEqual(matrix);
});
