// The kinds of reports that a run can write to a file; the one for the terminal is always written.
export const REPORT_KINDS = ['junit', 'json', 'html', 'github', 'trace'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];
