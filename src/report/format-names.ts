// The names of the formats that reports can be written in. This file loads nothing, so that help comes at once.

/** Of a run; the report for the terminal is always written. */
export const RUN_FORMATS = ['junit', 'json', 'html', 'github', 'sarif', 'trace'] as const;
export type RunFormat = (typeof RUN_FORMATS)[number];

/** Of a self-test, beside the matrix for the terminal. */
export const MATRIX_FORMATS = ['json', 'markdown'] as const;
export type MatrixFormat = (typeof MATRIX_FORMATS)[number];
