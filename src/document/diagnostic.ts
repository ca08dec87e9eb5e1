// What is wrong with what the user gave us, and the outcome of whatever reads that.
import type { Problem } from './problem.js';

/** Something that the user can mend: a file with problems in it, or a sentence with a hint. */
export type Diagnostic =
  | { readonly kind: 'file'; readonly problems: readonly Problem[]; readonly source: string }
  | { readonly kind: 'words'; readonly message: string; readonly hint?: string };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function refuseInput(
  message: string,
  hint?: string,
): { readonly ok: false; readonly diagnostics: Diagnostic[] } {
  return { ok: false, diagnostics: [{ kind: 'words', message, ...(hint === undefined ? {} : { hint }) }] };
}
