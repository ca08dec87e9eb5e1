// What a search has counted, and which faults it knows.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Finding } from '../verdict.js';
import type { Fault, SearchResult } from './search.js';
import type { Ran } from './try-out.js';

export interface Tally {
  readonly programs: number;
  /** Programs in a row that came to nothing. */
  readonly inARow: number;
  count(ran: Ran): void;
  /** It need not be pursued any more. */
  knows(finding: Finding): boolean;
  /**
   * @param fault undefined: there was nothing to it.
   * @returns false for a fault that has been found before, and was first taken for another.
   */
  note(finding: Finding, fault: Fault | undefined): boolean;
  /** @param trace of the last program. */
  result(trace: SearchResult['trace']): SearchResult;
}

/** @param pursuits of what looks like one fault, as long as it is not confirmed. */
export function createTally(pursuits: number): Tally {
  const held = new Map<RuleId, number>();
  const faults: Fault[] = [];
  /** How often each was pursued, whatever it was taken for at first; a confirmed one is not pursued again. */
  const known = new Map<string, number>();
  const know = ({ rule, where }: Finding, times: number): void => {
    const key = `${rule} ${where}`;
    known.set(key, (known.get(key) ?? 0) + times);
  };
  let [programs, operations, unfinished, inARow] = [0, 0, 0, 0];
  let hindrance: string | undefined;
  return {
    get programs() {
      return programs;
    },
    get inARow() {
      return inARow;
    },
    count: (ran) => {
      programs++;
      operations += ran.operations;
      inARow = ran.halt ? inARow + 1 : 0;
      if (ran.halt) unfinished++;
      if (ran.halt && 'why' in ran.halt) hindrance = ran.halt.why;
      for (const rule of ran.held) held.set(rule, (held.get(rule) ?? 0) + 1);
    },
    knows: ({ rule, where }) => (known.get(`${rule} ${where}`) ?? 0) >= pursuits,
    note: (finding, fault) => {
      const times = fault?.standing.kind === 'confirmed' ? pursuits : 1;
      know(finding, times);
      if (!fault) return false;
      if (fault.finding.rule !== finding.rule || fault.finding.where !== finding.where)
        know(fault.finding, times);
      const at = faults.findIndex((each) => each.finding.rule === fault.finding.rule);
      const before = faults[at];
      if (!before) faults.push(fault);
      else if (before.standing.kind === 'doubtful' && fault.standing.kind === 'confirmed') faults[at] = fault;
      else return false;
      return true;
    },
    result: (trace) => ({
      programs,
      operations,
      faults,
      held,
      unfinished,
      ...(hindrance === undefined ? {} : { hindrance }),
      trace,
    }),
  };
}
