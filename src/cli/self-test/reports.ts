// `--report kind=path` of the self-test: which reports are wanted, and where they go.
import { type Complaint, type Outcome, refuse } from '../complaints.js';
import { markdownMatrix } from './markdown.js';
import type { Matrix } from './matrix.js';
import { MATRIX_REPORTS, type MatrixReportKind } from './report-kinds.js';

const RENDERERS: Readonly<Record<MatrixReportKind, (matrix: Matrix) => string>> = {
  json: (matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
  markdown: markdownMatrix,
};

export interface MatrixReport {
  readonly kind: MatrixReportKind;
  /** `-` is stdout, in place of the matrix for people. */
  readonly path: string;
}

export function renderMatrix(kind: MatrixReportKind, matrix: Matrix): string {
  return RENDERERS[kind](matrix);
}

export function parseMatrixReports(texts: readonly string[]): Outcome<MatrixReport[]> {
  const complaints: Complaint[] = [];
  const value: MatrixReport[] = [];
  for (const text of texts) {
    const at = text.indexOf('=');
    const kind = MATRIX_REPORTS.find((each) => at > 0 && each === text.slice(0, at));
    const path = text.slice(at + 1);
    if (kind !== undefined && path !== '') value.push({ kind, path });
    else {
      const hint = `Write it as ${MATRIX_REPORTS.map((each) => `${each}=PATH`).join(' or ')}.`;
      complaints.push({ kind: 'words', message: `--report ${text}: a kind and a path are needed`, hint });
    }
  }
  if (complaints.length > 0) return { ok: false, complaints };
  if (value.filter(({ path }) => path === '-').length > 1)
    return refuse('only one report can go to stdout (-)');
  return { ok: true, value };
}
