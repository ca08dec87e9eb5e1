// The formats of a self-test's reports.
import type { KillMatrix } from '../../lab/self-test/matrix.js';
import type { Format } from '../format.js';
import type { MatrixFormat } from '../format-names.js';
import { markdownMatrix } from './markdown.js';

export const matrixFormats: Readonly<Record<MatrixFormat, Format<readonly [matrix: KillMatrix]>>> = {
  json: {
    syntax: 'json',
    readers: 'programs',
    file: 'replaced',
    render: (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
  },
  markdown: { syntax: 'markdown', readers: 'people', file: 'replaced', render: markdownMatrix },
};
