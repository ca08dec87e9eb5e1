// What is wrong with what the user gave us, and the outcome of whatever reads that.
import type { Problem } from './problem.js';

/** Something that the user can mend: a file with problems in it, or a sentence with a hint. */
export type Diagnostic =
  | { readonly kind: 'file'; readonly problems: readonly Problem[]; readonly source: string }
  | { readonly kind: 'words'; readonly message: string; readonly hint?: string };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** What a function comes to that gives a result, where nothing is wrong. */
export type Accepted<F extends (...given: never) => unknown> = ValueIn<Awaited<ReturnType<F>>>;

type ValueIn<R> = R extends { readonly ok: true; readonly value: infer V } ? V : never;
type Values<T> = { readonly [K in keyof T]: ValueIn<T[K]> };

/** All of them by their names, or all that is wrong with them. */
export function allOf<const T extends Readonly<Record<string, Result<unknown>>>>(
  results: T,
): Result<Values<T>> {
  const whole = listOf(Object.values(results));
  if (!whole.ok) return whole;
  const named = Object.keys(results).map((name, at) => [name, whole.value[at]] as const);
  return accepted(Object.fromEntries(named) as Values<T>);
}

/** The same for a list. */
export function listOf<T>(results: readonly Result<T>[]): Result<T[]> {
  const diagnostics = results.flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  return accepted(results.flatMap((each) => (each.ok ? [each.value] : [])));
}

/** The counterpart of `refuseInput`. */
export function accepted<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function worded(message: string, hint?: string): Diagnostic {
  return { kind: 'words', message, ...(hint !== undefined && { hint }) };
}

export function refuseInput(
  message: string,
  hint?: string,
): { readonly ok: false; readonly diagnostics: Diagnostic[] } {
  return { ok: false, diagnostics: [worded(message, hint)] };
}
