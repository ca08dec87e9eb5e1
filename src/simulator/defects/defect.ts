// A defect makes the service wrong in one named way, from outside, for those who test harnesses and clients.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { EdgeOf } from '../edge/edge.js';

export interface Defect {
  readonly id: string;
  /** The rule that it breaks, and that a check must cite when it is caught. */
  readonly rule: RuleId;
  /** What a service with this bug does, in one sentence. */
  readonly summary: string;
  readonly edge: EdgeOf;
}

/** Ties what a defect does to the rule that it breaks. */
export function breaks(rule: RuleId, defect: Omit<Defect, 'id' | 'rule'>): Omit<Defect, 'id'> {
  return { rule, ...defect };
}

/** The defects of an area, by their ids. */
export function defects(table: Readonly<Record<string, Omit<Defect, 'id'>>>): Defect[] {
  return Object.entries(table).map(([id, defect]) => ({ id, ...defect }));
}
