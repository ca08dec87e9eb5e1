// What a search has counted, and which counterexamples it knows.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Finding } from '../verdict/verdict.js';
import type { Counterexample, ProgramEnds, SearchResult } from './search-port.js';
import type { Ran } from './try-out.js';

export interface Tally {
  readonly programs: number;
  /** Programs in a row that came to nothing. */
  readonly inARow: number;
  /** @param profile of the program. */
  count(ran: Ran, profile: string): void;
  /** Takes note of what a program shows; true when that is to be investigated. */
  sees(finding: Finding): boolean;
  /** It is not to be investigated now. */
  knows(finding: Finding): boolean;
  /** A confirmed counterexample breaks the same rule. */
  hasConfirmed(finding: Finding): boolean;
  /**
   * @param counterexample undefined: there was nothing to it.
   * @returns false for a counterexample that has been found before, and was first taken for another.
   */
  note(finding: Finding, counterexample: Counterexample | undefined): boolean;
  /** @param trace of the last program. */
  result(trace: SearchResult['trace']): SearchResult;
}

/** Of what looks like one counterexample. */
interface Looks {
  seen: number;
  /** In vain, as far as it is not confirmed; a confirmed one is not investigated again. */
  investigated: number;
  /** So often it has to have been seen before it is worth another look. */
  worthAt: number;
}

/** @param investigations of one breach until it is confirmed: each after twice as many programs have shown it. */
export function createTally(investigations: number): Tally {
  const held = new Map<RuleId, number>();
  const counterexamples: Counterexample[] = [];
  const known = new Map<string, Looks>();
  /** Whatever it was taken for at first. */
  const looksOf = ({ rule, where }: Finding): Looks => {
    const looks = known.get(`${rule} ${where}`) ?? { seen: 0, investigated: 0, worthAt: 1 };
    known.set(`${rule} ${where}`, looks);
    return looks;
  };
  const know = (finding: Finding, times: number): void => {
    const looks = looksOf(finding);
    looks.investigated += times;
    looks.worthAt = looks.seen + 2 ** looks.investigated;
  };
  const isWorth = ({ investigated, seen, worthAt }: Looks): boolean =>
    investigated < investigations && seen >= worthAt;
  let [operations, inARow] = [0, 0];
  let all: ProgramEnds = NONE_ENDED;
  const ends = new Map<string, ProgramEnds>();
  return {
    get programs() {
      return all.programs;
    },
    get inARow() {
      return inARow;
    },
    count: (ran, profile) => {
      all = endsWith(all, ran);
      ends.set(profile, endsWith(ends.get(profile) ?? NONE_ENDED, ran));
      operations += ran.operations;
      inARow = ran.halt ? inARow + 1 : 0;
      for (const rule of ran.held) held.set(rule, (held.get(rule) ?? 0) + 1);
    },
    sees: (finding) => {
      const looks = looksOf(finding);
      looks.seen++;
      return isWorth(looks);
    },
    knows: (finding) => !isWorth(looksOf(finding)),
    hasConfirmed: ({ rule }) =>
      counterexamples.some(({ finding, standing }) => finding.rule === rule && standing.kind === 'confirmed'),
    note: (finding, counterexample) => {
      const times = counterexample?.standing.kind === 'confirmed' ? investigations : 1;
      know(finding, times);
      if (!counterexample) return false;
      if (counterexample.finding.rule !== finding.rule || counterexample.finding.where !== finding.where)
        know(counterexample.finding, times);
      const at = counterexamples.findIndex((each) => each.finding.rule === counterexample.finding.rule);
      const before = counterexamples[at];
      if (!before) counterexamples.push(counterexample);
      else if (before.standing.kind === 'doubtful' && counterexample.standing.kind === 'confirmed')
        counterexamples[at] = counterexample;
      else return false;
      return true;
    },
    result: (trace) => ({
      ...all,
      operations,
      counterexamples,
      held,
      ends,
      trace,
    }),
  };
}

const NONE_ENDED: ProgramEnds = { programs: 0, unfinished: 0 };

function endsWith({ programs, unfinished, hindrance }: ProgramEnds, { halt }: Ran): ProgramEnds {
  const why = halt && 'why' in halt ? halt.why : hindrance;
  return {
    programs: programs + 1,
    unfinished: unfinished + (halt ? 1 : 0),
    ...(why !== undefined && { hindrance: why }),
  };
}
