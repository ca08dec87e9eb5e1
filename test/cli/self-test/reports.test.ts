// The reports of the self-test.
import { expect, it } from 'vitest';
import { renderMatrix } from '../../../src/cli/self-test/reports.js';

it('keeps all in JSON', () => {
  const matrix = { seed: 1, untried: 2, defects: [], right: [], rules: [] };
  expect(JSON.parse(renderMatrix('json', matrix))).toEqual(matrix);
});
