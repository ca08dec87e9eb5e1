// What of a report is shown.

export interface ReportFilter {
  readonly text: string;
  /** Verdicts that are shown; all of them when empty. */
  readonly verdicts: readonly string[];
}

/** @param words all texts of what may be shown. */
export function isShown(
  { text, verdicts }: ReportFilter,
  verdict: string,
  words: readonly (string | undefined)[],
): boolean {
  if (verdicts.length > 0 && !verdicts.includes(verdict)) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || words.some((each) => each?.toLowerCase().includes(wanted));
}
