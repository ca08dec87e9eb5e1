// What goes between the thread that searches and those that run programs for it: plain data.
import type { Ran } from '../../harness/property/try-out.js';

/** Programs, by their places in the search. */
export interface Share {
  readonly places: readonly number[];
}

export type ShareRan =
  | { readonly kind: 'ran'; readonly programs: readonly Ran[] }
  /** A bug. */
  | { readonly kind: 'threw'; readonly error: unknown };
