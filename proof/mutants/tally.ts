// All outcomes together: what is counted, what is excused, and whether that is good enough.
import type { ExcuseBook } from './excuses.js';
import type { Mutant } from './mutant.js';
import type { KeptOutcome } from './outcome.js';

export interface Judged {
  readonly mutant: Mutant;
  readonly outcome: KeptOutcome;
}

export interface Tally {
  readonly tried: number;
  /** How many each commit has judged: with `--resume`, more than one. */
  readonly judges: Readonly<Record<string, number>>;
  /** Excused with their whole file, or on demand, and not tried. */
  readonly leftOut: number;
  /** Nothing that the suite does comes there. */
  readonly unreached: number;
  /** There is no server to judge. */
  readonly unstarted: number;
  readonly excused: readonly Judged[];
  /** The rest, of which these are parts: */
  readonly judged: number;
  readonly killed: readonly Judged[];
  readonly red: readonly Judged[];
  readonly survived: readonly Judged[];
  /** Excused, and killed all the same: the excuse is wrong. */
  readonly killedExcused: readonly Judged[];
  /** Of those that are judged, killed under a rule; from 0 to 1. */
  readonly share: number;
}

export function tallyOf(all: readonly Judged[], excuses: ExcuseBook, leftOut: number): Tally {
  const count = (sort: KeptOutcome['sort']): number =>
    all.filter(({ outcome }) => outcome.sort === sort).length;
  const started = all.filter(({ outcome: { sort } }) => sort !== 'unreached' && sort !== 'unstarted');
  const isExcused = ({ mutant }: Judged): boolean => excuses.of(mutant.id) !== undefined;
  const excused = started.filter(isExcused);
  const judged = started.filter((each) => !isExcused(each));
  const of = (sort: KeptOutcome['sort']): Judged[] => judged.filter(({ outcome }) => outcome.sort === sort);
  const killed = of('killed');
  return {
    tried: all.length,
    judges: judgesOf(all),
    leftOut,
    unreached: count('unreached'),
    unstarted: count('unstarted'),
    excused,
    judged: judged.length,
    killed,
    red: of('red'),
    survived: of('survived'),
    killedExcused: excused.filter(({ outcome }) => outcome.sort === 'killed'),
    share: judged.length === 0 ? 1 : killed.length / judged.length,
  };
}

function judgesOf(all: readonly Judged[]): Record<string, number> {
  const judges: Record<string, number> = {};
  for (const { outcome } of all) {
    if (outcome.sort === 'unreached') continue;
    const name = outcome.judgedBy === '' ? 'an unknown commit' : outcome.judgedBy;
    judges[name] = (judges[name] ?? 0) + 1;
  }
  return judges;
}

export interface Demand {
  /** Share that has to be killed under a rule, from 0 to 1. */
  readonly share: number;
  /** Survivors without a reason, at most. */
  readonly survivors: number;
}

/** What is not as it has to be, in words; empty when all is. */
export function shortcomings({ share, survived, killedExcused }: Tally, demand: Demand): string[] {
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
  return [
    ...(share < demand.share
      ? [`${percent(share)} are killed under a rule; ${percent(demand.share)} have to be`]
      : []),
    ...(survived.length > demand.survivors
      ? [`${survived.length} survive without a reason; at most ${demand.survivors} may`]
      : []),
    ...killedExcused.map(
      ({ mutant, outcome }) => `${mutant.id} is excused, but breaks ${outcome.rules.join(', ')}`,
    ),
  ];
}
