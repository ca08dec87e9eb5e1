// The words in which the harness judges, and the results that reports are made of.
import type { RuleSet } from '../../contract/rules/as-of.js';
import { type RuleId, ruleById } from '../../contract/rules/catalogue.js';
import type { TraceRecord } from '../../trace/record.js';
import { defined } from '../../kernel/defined.js';

/** From best to worst; `error` is the harness's own fault. */
export const VERDICTS = [
  'pass',
  'skipped',
  'waived',
  'known',
  'inconclusive',
  'warn',
  'fail',
  'error',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export function worstOf<V extends Verdict>(verdicts: readonly V[]): V | undefined {
  return verdicts.toSorted((a, b) => VERDICTS.indexOf(b) - VERDICTS.indexOf(a))[0];
}

/** Of a check or of a finding. */
export function isBreach({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

/** One thing that was checked: what a rule led us to expect at a place, and what came. */
export interface Finding {
  readonly rule: RuleId;
  /** `waived`: a breach that a waiver of the profile names; `known`: one that the baseline of the run names. */
  readonly verdict: 'pass' | 'waived' | 'known' | 'inconclusive' | 'warn' | 'fail';
  /** Where in the check: a step of the scenario, or the invariant that spoke. */
  readonly where: string;
  readonly expected: string;
  readonly actual: string;
  /** Exchanges of the trace that show it. */
  readonly exchanges: readonly number[];
  /** Events and other frames of the trace that show it, by their `seq`. */
  readonly frames?: readonly number[];
  /** Earlier exchanges that the expectation refers to. */
  readonly refersTo?: readonly number[];
  /** Of a reply that deviated: where, in canonical terms. */
  readonly paths?: readonly DeviatingPath[];
  /** Of what did not happen: how long it was waited for. */
  readonly silence?: Silence;
  /** How often a breach has shown, of the times that it was looked at. */
  readonly stands?: { readonly seen: number; readonly of: number };
  /** Of a breach: the least of the trace that still shows it. */
  readonly witness?: BreachWitness;
  /** The second judge, which was written from the rules alone, finds the trace to contradict the rule, too. */
  readonly verified?: true;
}

export interface DeviatingPath {
  /** `command.status`. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Something was waited for and did not come. */
export interface Silence {
  readonly awaited: string;
  /** Clock time in ms. */
  readonly from: number;
  readonly to: number;
  /** The connections that were listened to. */
  readonly on: readonly string[];
  /** The nearest that came instead, in words: in what it differs. */
  readonly instead?: string;
}

/** The fewest records that contradict a rule, and what would have been right. */
export interface BreachWitness {
  /** `judge`: the records break the rule when they are judged alone. `step`: what a step of the check compared. */
  readonly proof: 'judge' | 'step';
  /** The invariant that judges them, of a proof by a judge. */
  readonly invariant?: string;
  /** In the order in which they were seen. */
  readonly records: readonly TraceRecord[];
  /** How many exchanges, events and stimuli of the check are not in it. */
  readonly leftOut: number;
  /** Of an experiment: which of the records, by their `seq`, are of the occasion on which nothing was staged. */
  readonly untreated?: readonly number[];
  /** One sentence, with numbers. */
  readonly right: string;
  readonly silence?: Silence;
  /** Places of what came that are not as they should be. */
  readonly wrong?: readonly WrongPlace[];
}

export interface WrongPlace {
  readonly exchange: number;
  /** A JSON Pointer into the body or frame as it was on the wire. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** The smallest program that shows what is wrong with a property. */
export interface ShownProgram {
  /** Its place in the run of its seed. */
  readonly index: number;
  readonly operations: number;
  /** Its drawn steps in words. */
  readonly steps: readonly string[];
  /** A scenario file that replays it, and a name for that file. */
  readonly yaml: string;
  readonly fileName: string;
  /** A run of it that did not show the fault. */
  readonly otherTrace?: readonly TraceRecord[];
}

/** What one name of a scenario stood for. */
export interface BoundName {
  readonly name: string;
  readonly kind: 'device' | 'client';
  /** Of a device its deviceId, of a client its name in the profile. */
  readonly id: string;
  /** Index, or key of a sensor, by `<kind>.<name>`: `relays.lamp`. */
  readonly channels: Readonly<Record<string, number | string>>;
}

/** What became of one check (a scenario under one matrix row, or a property). */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  /** Why it is checked this way, for those who read the result. */
  readonly about?: string;
  readonly area: string;
  readonly rules: readonly RuleId[];
  readonly verdict: Verdict;
  /** Why it was skipped, could not be decided or went wrong; with what to do about it. */
  readonly reason?: string;
  readonly findings: readonly Finding[];
  /** By how many ms of the clock this machine was late meanwhile, at the most; absent where it was not. */
  readonly lateBy?: number;
  /** Of a scenario that was carried out. */
  readonly names?: readonly BoundName[];
  readonly attempts: number;
  readonly place?: SourcePlace;
  /** Clock time in ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly trace: readonly TraceRecord[];
  /** It speaks of the run as a whole: its findings are causes, and no selection of checks repeats it. */
  readonly ofRun?: true;
  /** Records that were not kept, because the trace had reached its limit; default 0. */
  readonly dropped?: number;
  /** Of a property that something was found about. */
  readonly program?: ShownProgram;
}

export interface ProgramCounts {
  readonly programs: number;
  readonly operations: number;
  /** Ms of the machine; 0 in virtual time. */
  readonly took: number;
  /** Devices that they did not use any more, with what was wrong with them, in words. */
  readonly setAside?: readonly string[];
}

/** Of the pairs of values that the parameters of an operation can have, those that a run has met. */
export interface ValueCoverage {
  readonly table: string;
  /** What a wrong value breaks. */
  readonly rules: readonly RuleId[];
  readonly possible: number;
  readonly met: number;
  /** The others: `length=64 & way=ws`. */
  readonly left: readonly string[];
}

export interface RunResult {
  readonly target: string;
  readonly dialect: string;
  readonly seed: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Ended before everything had run: why. */
  readonly cutShort?: string;
  /** The target did not answer the first requests, so that nothing was checked: what came instead. */
  readonly unreachable?: string;
  readonly checks: readonly CheckResult[];
  /** The random programs of the run, where there were any. */
  readonly programs?: ProgramCounts;
  /** How much of the tables of values the run has met, where its programs ran on the target. */
  readonly values?: readonly ValueCoverage[];
  /** Relays that could not be put back, in words; empty when all is as it was found. */
  readonly notRestored: readonly string[];
  /** What of the target does not fit the dialect, though the target may be right: each form once, in sentences. */
  readonly dialectProblems?: readonly string[];
  /**
   * A line of the dialect or the profile is wrong, and not the target: in words. `certain`: no other line would explain
   * what was seen.
   */
  readonly misread?: { readonly certain: boolean; readonly words: string };
  /** Waivers that have expired or waive nothing, in sentences: they fail the run. */
  readonly waiverProblems?: readonly string[];
  /** What has become of the failures that were known before, where a baseline was given. */
  readonly baseline?: BaselineOutcome;
  /** The run had a part of the checks: one of `count` shards, which have `checks` together. */
  readonly shard?: { readonly index: number; readonly count: number; readonly checks: number };
  /**
   * In sentences, never counted. Of an audit: what costs the client quota or latency. Of a run: relays that the profile
   * does not list and that have changed.
   */
  readonly advice?: readonly string[];
  /** What the run left out on purpose, as the option says; `reason` stands in each check that was left out for it. */
  readonly leftOut?: { readonly option: string; readonly reason: string };
  /** The revision of the interface that it was judged by, where one was named; else the newest. */
  readonly revision?: string;
  /** Measured at the start, in ms of clock time. */
  readonly roundTrip: number;
  /** This machine was late, by so many ms of the clock at the most; absent where it was not. */
  readonly lateBy?: number;
  /** What no order of the checks could have fallen below. */
  readonly leastTime?: LeastTime;
}

export interface BaselineOutcome {
  /** Known failures that were found again. */
  readonly known: number;
  /** Known failures that were looked for, and are there no more. */
  readonly gone: readonly { readonly check: string; readonly rule: string }[];
  /** Known failures of which the run says nothing: their checks were not in it, or did not come so far. */
  readonly unseen: number;
}

export interface LeastTime {
  /** In ms: no order of the checks takes less. */
  readonly time: number;
  /** What demands it, in words. */
  readonly because: string;
}

/**
 * The check as the rules of a revision judge it: what is no rule of it is not told, and a breach is worth what it was.
 * Undefined where no rule of the check is in force.
 */
export function checkAsOf(check: CheckResult, set: RuleSet, strict: boolean): CheckResult | undefined {
  const rules = check.rules.filter((id) => set.rule(id));
  if (rules.length === 0 && check.rules.length > 0) return undefined;
  const findings = check.findings.flatMap((finding) => findingAsOf(finding, set, strict) ?? []);
  const verdict = isBreach(check) ? worstOf(findings.map((each) => each.verdict)) : check.verdict;
  if (isBreach(check) && (verdict === undefined || verdict === 'pass')) {
    // It may have ended at what is no rule here, before it came to the others.
    const reason = `it ended at what is no rule of revision ${set.id}`;
    return { ...check, rules, findings, verdict: 'skipped', reason };
  }
  return { ...check, rules, findings, verdict: verdict ?? check.verdict };
}

/** Undefined where its rule is not in force. */
export function findingAsOf(finding: Finding, set: RuleSet, strict: boolean): Finding | undefined {
  const rule = set.rule(finding.rule);
  if (!rule || !isBreach(finding)) return rule && finding;
  return { ...finding, verdict: rule.basis === 'stated' || strict ? 'fail' : 'warn' };
}

/**
 * The check with other findings, of the verdict that these come to where it was one of a breach; the check itself where
 * they are the same.
 */
export function withFindings(
  check: CheckResult,
  change: (finding: Finding) => Finding,
  reason = check.reason,
): CheckResult {
  const findings = check.findings.map(change);
  if (findings.every((finding, at) => finding === check.findings[at])) return check;
  const verdict = isBreach(check) ? worstOf(findings.map((each) => each.verdict)) : check.verdict;
  return { ...check, findings, verdict: verdict ?? check.verdict, ...(reason !== undefined && { reason }) };
}

// What a breach of a rule is worth: stated rules fail, derived ones warn, unless the run is strict.

export function breachOf(rule: RuleId, strict: boolean): 'warn' | 'fail' {
  return ruleById(rule).basis === 'derived' && !strict ? 'warn' : 'fail';
}

// The result of a check that was never begun, with the reason for it.

type Described = Pick<CheckResult, 'id' | 'title' | 'about' | 'area' | 'rules' | 'place'>;

/** @param at clock time in ms. */
export function notRun(
  { id, title, about, area, rules, place }: Described,
  verdict: 'skipped' | 'inconclusive',
  reason: string,
  at: number,
): CheckResult {
  const nothing = { findings: [], attempts: 0, startedAt: at, endedAt: at, trace: [] };
  return { ...defined({ id, title, about, area, rules, place }), verdict, reason, ...nothing };
}

// What a run has found of its target as a whole, as a check of its own: no selection of checks repeats it.

export interface RunCheck {
  readonly id: string;
  readonly title: string;
  /** Why it is looked at this way. */
  readonly about: string;
}

interface RunSpan {
  /** Clock time in ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly trace?: readonly TraceRecord[];
}

/** @param findings one at least. */
export function resultOfRun(
  check: RunCheck,
  findings: readonly Finding[],
  { startedAt, endedAt, trace = [] }: RunSpan,
): CheckResult {
  return {
    ...check,
    area: 'target',
    rules: [...new Set(findings.map(({ rule }) => rule))],
    verdict: worstOf(findings.map(({ verdict }) => verdict)) ?? 'fail',
    findings,
    attempts: 1,
    startedAt,
    endedAt,
    trace,
    ofRun: true,
  };
}
