// The reports of the self-test.
import { expect, it } from 'vitest';
import { matrixFormats } from '../../../src/report/self-test.js';

it('keeps all in JSON', () => {
  const matrix = { seed: 1, untried: 2, defects: [], right: [], rules: [] };
  expect(JSON.parse(matrixFormats.json.render(matrix))).toEqual(matrix);
});
