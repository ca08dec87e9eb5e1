// What a guard reports: where, what is wrong there, and what to do about it.

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly what: string;
  readonly todo: string;
}

/** Takes the files it is to look at; pure, so that a test can show it a violation. */
export type Guard = (files: readonly SourceFile[]) => Finding[];

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly source: string;
}

export function format({ path, line, what, todo }: Finding): string {
  return `${path}:${line}: ${what}. ${todo}.`;
}

/** What the guard says when it is shown one more file. */
export function said(
  guard: Guard,
  path: string,
  source: string,
  others: readonly SourceFile[] = [],
): string[] {
  return guard([...others, { path, source }]).map(format);
}
