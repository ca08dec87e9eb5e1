// What a judge is: a law that holds in every trace of a right server, whatever was done in it.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { TraceView } from './trace-view.js';

/** One thing that an invariant looked at. */
export interface Judgement {
  readonly rule: RuleId;
  readonly held: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
}

export interface Invariant {
  /** Stands in findings, as in `invariant refresh-spacing`. */
  readonly name: string;
  readonly rules: readonly RuleId[];
  judge(view: TraceView): readonly Judgement[];
}

/** `held` when nothing speaks against it; `actual` is said of both. */
export function judgement(
  rule: RuleId,
  held: boolean,
  expected: string,
  actual: string,
  ...exchanges: readonly number[]
): Judgement {
  return { rule, held, expected, actual, exchanges };
}
