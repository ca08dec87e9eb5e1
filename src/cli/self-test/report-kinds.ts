// The kinds of reports that a self-test can write beside the matrix for people.
export const MATRIX_REPORTS = ['json', 'markdown'] as const;

export type MatrixReportKind = (typeof MATRIX_REPORTS)[number];
