// A fault of the target that shows in much of a run: which rule it breaks, and what rests on it. With it what the faults
// are found by: what was asked and answered in the checks of the run.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { TraceRecord } from '../../../trace/record.js';
import { type AnsweredCall, perView, type TraceView, viewTrace } from '../../judge/trace-view.js';
import type { Undelivered } from '../../target/deliveries.js';
import type { Unanswered } from '../../target/answers.js';
import { type RunCheck, type CheckResult, type Finding, isBreach } from '../../verdict/verdict.js';
import { keptIn } from '../../../kernel/kept-in.js';

export interface Cause extends Pick<Finding, 'rule' | 'expected' | 'actual'> {
  /** Over what it was seen, in words. */
  readonly where: string;
  /** Default: whatever was found. Else it is one only where a check has found the rule broken. */
  readonly ifFound?: true;
  /** Requests were refused for good: where a line that may be wrong made them, nobody knows whose fault that is. */
  readonly ofRefusals?: boolean;
  /** In a few words, for the checks that could not get that far. */
  readonly never: string | ((result: CheckResult) => string);
  /** Whether a finding that is a breach would not be one without the fault. */
  rests(finding: Finding, result: CheckResult): boolean;
}

/**
 * What of relays never came. `change`: no state and no event shows that a relay has changed. `state`: no state of a device has
 * the relays that were switched. `event`: states show changes, and no event names a relay. `named`: other relays change
 * than the one that a command names.
 */
export interface NeverSeen {
  readonly what: 'change' | 'state' | 'event' | 'named';
  /** Changes that were asked for and granted, and then looked for in a state of the device. */
  readonly tries: number;
  readonly devices: number;
  /** How many changes that were granted a connection was open for. */
  readonly watched: number;
}

/** What the target has been seen to do over all checks, in their traces and beside them. */
export interface RunEvidence {
  /** Events in place of which connections were closed. */
  readonly undelivered: readonly Undelivered[];
  /** Kinds of requests that came to nothing. */
  readonly unanswered: readonly Unanswered[];
  /** Topics of which an event came. */
  readonly heard: ReadonlySet<string>;
  readonly neverSeen: NeverSeen | undefined;
}

/** Looks for faults of one kind, which are told in one check of the run. */
export interface Detector extends RunCheck {
  detect(results: readonly CheckResult[], evidence: RunEvidence): readonly Cause[];
}

/** How often a thing has to be so, and never otherwise, to be one fault. */
export const LEAST_TIMES = 8;

export function isFound(results: readonly CheckResult[], rule: RuleId): boolean {
  return results.some(({ findings }) => findings.some((each) => each.rule === rule && isBreach(each)));
}

/** It was found by a step of a check: its place is a line of a scenario. Others are found by invariants. */
export function isOfStep({ where }: Finding): boolean {
  return where.startsWith('line ');
}

/** A step that asks nothing, and compares what came before. */
export function compares({ where }: Finding): boolean {
  return /^line \d+: assert/.test(where);
}

const views = new WeakMap<readonly TraceRecord[], TraceView>();

/** The trace of a check, which many causes are looked for in. */
export function viewOf(trace: readonly TraceRecord[]): TraceView {
  return keptIn(views, trace, () => viewTrace(trace));
}

/** All of the checks; what speaks of the run as a whole has no trace of its own, but that of the look before it. */
export function answeredInAll(results: readonly CheckResult[]): readonly AnsweredCall[] {
  return results.flatMap(({ trace }) => viewOf(trace).answered);
}

/**
 * Whether a finding rests on one of these exchanges: the step that asked does, and a step that compares what came
 * does where one of them came before it.
 */
export function restsOnOneOf(isMet: (answered: AnsweredCall) => boolean): Cause['rests'] {
  const metIn = perView(({ answered }) => new Set(answered.flatMap((each) => (isMet(each) ? each.id : []))));
  return (finding, { trace }) => {
    const met = metIn(viewOf(trace));
    const last = finding.exchanges.at(-1);
    if (met.size === 0 || last === undefined) return met.size > 0;
    return finding.exchanges.some((each) => met.has(each)) || (compares(finding) && last >= Math.min(...met));
  };
}
