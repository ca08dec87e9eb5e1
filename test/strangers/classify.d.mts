// Types of classify.mjs, for its test.
export interface Ran {
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly errors: readonly string[];
  readonly inconclusive: readonly string[];
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly crashed: boolean;
}

export interface Judged {
  readonly kind: 'correct' | 'oddity' | 'defect';
  readonly expected: readonly string[];
  readonly noise: ReadonlySet<string>;
  readonly excused?: string;
}

export function classify(outcome: Ran | { readonly failure: string }, judged: Judged): string;
