/** Of a run; the report for the terminal is always written. */
export declare const RUN_FORMATS: readonly ['junit', 'json', 'html', 'github', 'trace'];
export type RunFormat = (typeof RUN_FORMATS)[number];
/** Those of a run with an option of their own: `--junit PATH` is `--report junit=PATH`. */
export declare const SHORT_FORMATS: readonly ["junit"];
export type ShortFormat = (typeof SHORT_FORMATS)[number];
/** Of a self-test, beside the matrix for the terminal. */
export declare const MATRIX_FORMATS: readonly ['json', 'markdown'];
export type MatrixFormat = (typeof MATRIX_FORMATS)[number];
