// What became of a mutant, and what of a run makes it so.
import type { RuleId } from '../../src/contract/rules/catalogue.js';
import type { NamedBreach, Seen } from './question.js';
import type { Tried } from './thread.js';

export const SORTS = ['killed', 'red', 'survived', 'unstarted', 'unreached'] as const;
/**
 * `red`: something went wrong, but no rule was named. `unstarted`: there is no server to judge, since it does not begin
 * or never answers anything. `unreached`: nothing that the suite does comes there.
 */
export type Sort = (typeof SORTS)[number];

/** How a run went red without a rule. */
export const CAUSES = ['differs', 'undecided', 'error', 'died', 'hung', 'endless'] as const;
export type Cause = (typeof CAUSES)[number];

export interface Outcome {
  /** Of the mutant. */
  readonly id: string;
  readonly sort: Sort;
  readonly cause?: Cause;
  /** Rules that were named, those of which only a warning came behind. */
  readonly rules: readonly RuleId[];
  readonly breaches: readonly NamedBreach[];
  /** What was said where no rule was named. */
  readonly words: readonly string[];
}

/** An outcome that is kept. */
export interface KeptOutcome extends Outcome {
  /** The commit of the code that judged it, with `-dirty` behind it where the clone had changes; empty: not known. */
  readonly judgedBy: string;
  /** Ms of real time that it took. */
  readonly took: number;
}

const MOST_WORDS = 6;

export function outcomeOf(id: string, tried: Tried): Outcome {
  if (tried.kind === 'hung') return red(id, 'hung', []);
  if (tried.kind === 'died') return red(id, 'died', [tried.why]);
  const { seen } = tried;
  const { breaches } = seen;
  // What answers nothing at all, from the first request on, is no server of any interface.
  const unstarted = seen.unstarted ?? seen.unreachable;
  if (unstarted !== undefined && breaches.length === 0)
    return { id, sort: 'unstarted', rules: [], breaches, words: [unstarted] };
  if (breaches.length > 0) {
    const inOrder = breaches.toSorted((a, b) => rank(a) - rank(b));
    return { id, sort: 'killed', rules: [...new Set(inOrder.map(({ rule }) => rule))], breaches, words: [] };
  }
  const cause = causeOf(seen);
  if (cause !== undefined) return red(id, cause, wordsOf(seen));
  return { id, sort: 'survived', rules: [], breaches, words: wordsOf(seen) };
}

const rank = ({ verdict }: NamedBreach): number => (verdict === 'fail' ? 0 : 1);

function red(id: string, cause: Cause, words: readonly string[]): Outcome {
  return { id, sort: 'red', cause, rules: [], breaches: [], words };
}

function causeOf(seen: Seen): Cause | undefined {
  if (seen.endless) return 'endless';
  if (seen.differs.length > 0) return 'differs';
  if (seen.errors.length > 0) return 'error';
  const doubts = [...seen.undecided, ...seen.notRestored];
  return doubts.length > 0 || seen.cutShort !== undefined ? 'undecided' : undefined;
}

function wordsOf(seen: Seen): string[] {
  const { differs, errors, undecided, notRestored, bugs } = seen;
  const single = [seen.cutShort].filter((each) => each !== undefined);
  const all = [
    ...differs,
    ...single,
    ...errors,
    ...undecided,
    ...notRestored,
    ...bugs.map((bug) => `threw ${bug}`),
  ];
  return all.slice(0, MOST_WORDS);
}
