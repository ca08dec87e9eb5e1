// How each kind of report of a self-test is written.
import { markdownMatrix } from './markdown.js';
import type { Matrix } from './matrix.js';
import type { MatrixReportKind } from './report-kinds.js';

const RENDERERS: Readonly<Record<MatrixReportKind, (matrix: Matrix) => string>> = {
  json: (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
  markdown: markdownMatrix,
};

export function renderMatrix(kind: MatrixReportKind, matrix: Matrix): string {
  return RENDERERS[kind](matrix);
}
