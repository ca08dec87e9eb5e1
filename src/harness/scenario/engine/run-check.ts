// Runs a check: attempt by attempt, as the policy says, with the judge looking over the whole trace.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type Finding, type Verdict, worstOf, breachOf } from '../../verdict/verdict.js';
import { judge } from '../../judge/judge.js';
import type { StepObservation } from './notes.js';
import { type AttemptEnd, type AttemptParts, runAttempt } from './attempt.js';
import { announcedTooLong, LONGEST_ANNOUNCED, waitUntil } from '../../target/retry.js';
import { INTERFERENCE_WORDS, mayComeFromOthers } from '../../target/interference.js';
import type { ConnectionRecord, TraceRecord } from '../../../trace/record.js';

interface CheckOptions extends PolicyOptions {
  readonly strict: boolean;
  /** Waits until the quotas of the clients have room for an attempt; the end of the attempt is told. */
  readonly room: (attempt: number) => Promise<() => void>;
  readonly onAttempt: (attempt: number, why: string | undefined) => void;
}

interface CheckEnd {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly findings: readonly Finding[];
  readonly attempts: number;
}

export async function runCheck(context: AttemptParts, options: CheckOptions): Promise<CheckEnd> {
  const ends: AttemptEnd[] = [];
  let why: string | undefined;
  for (;;) {
    options.onAttempt(ends.length + 1, why);
    const leave = await options.room(ends.length + 1);
    ends.push(await runAttempt(context, ends.length + 1));
    leave();
    const judged = judge(context.target.trace.records(), {
      strict: options.strict,
      dropped: context.target.trace.dropped,
      alone: context.case.needs.exclusive && !options.shared,
    });
    const decision = decide(ends, options);
    // A breach of another rule must not keep this check from coming to its own verdict.
    const proven = judged.some(
      ({ rule, verdict }) =>
        verdict !== 'pass' && verdict !== 'inconclusive' && context.case.rules.includes(rule),
    );
    const useless = floodIn(context.target.trace.records()) ?? announcedBeyondLimit(context, ends.at(-1));
    if (decision.kind === 'again' && !proven && useless !== undefined) {
      const reason = `${decision.why}; ${useless}`;
      return conclude(context, ends, judged, { kind: 'inconclusive', reason }, options);
    }
    if (decision.kind !== 'again' || proven) return conclude(context, ends, judged, decision, options);
    why = decision.why;
    await restUntilFresh(context, ends.at(-1), ends.length, why);
  }
}

/** Why nobody waits for what was announced; undefined when it is short enough. */
function announcedBeyondLimit(
  { target: { clock }, longestWait = LONGEST_ANNOUNCED }: AttemptParts,
  end: AttemptEnd | undefined,
): string | undefined {
  const announced = (end?.notes.announcedUntil ?? 0) - clock.now();
  return announced > longestWait ? announcedTooLong(announced, longestWait) : undefined;
}

/** What was announced is waited for; after anything else a little, and longer each time. */
async function restUntilFresh(
  { target: { clock }, signal, onDoing }: AttemptParts,
  end: AttemptEnd | undefined,
  attempts: number,
  why: string,
): Promise<void> {
  const now = clock.now();
  const until = Math.max(end?.notes.announcedUntil ?? now, now + 250 * attempts);
  onDoing(`before another attempt, since ${why}`);
  await waitUntil(clock, until, signal);
}

function conclude(
  { case: { rules }, target: { trace, answers } }: AttemptParts,
  ends: readonly AttemptEnd[],
  judged: readonly Finding[],
  decision: Decision,
  { strict }: CheckOptions,
): CheckEnd {
  const { notes, lost = [] } = ends.at(-1) ?? {};
  const observations = notes?.observations ?? [];
  const last = observations.at(-1);
  // A server error in each attempt may be that of the request and not of what the check is about: that is known at the
  // end of the run, by whether such a request was ever granted.
  const isStanding = decision.kind === 'fail' && last?.result === 'spoiled' && last.by === 'internal-error';
  if (isStanding && last.asked) answers.stands(last.asked);
  const cited = judged.filter(({ rule, verdict }) => verdict !== 'pass' || rules.includes(rule));
  const findings = [...findingsOf(observations, { decision, attempts: ends.length, strict, lost }), ...cited];
  // A pass needs an assertion for each rule that is cited.
  const seen = new Set(findings.map(({ rule }) => rule));
  const missing = decision.kind === 'pass' ? rules.filter((rule) => !seen.has(rule)) : [];
  const verdicts: Verdict[] = findings.map(({ verdict }) => verdict);
  // Interference that spoiled a step is no reason for doubt once the check is done: findings decide.
  if (decision.kind === 'skipped') verdicts.push('skipped');
  const flood = floodIn(trace.records());
  if (decision.kind === 'inconclusive' || missing.length > 0 || flood) verdicts.push('inconclusive');
  const reason = reasonOf(decision, missing) ?? flood;
  return {
    verdict: worstOf(verdicts) ?? 'inconclusive',
    findings,
    attempts: ends.length,
    ...(reason === undefined ? {} : { reason }),
  };
}

function reasonOf(decision: Decision, missing: readonly RuleId[]): string | undefined {
  if (decision.kind === 'inconclusive' || decision.kind === 'skipped') return decision.reason;
  if (missing.length > 0) return `nothing was seen that ${missing.join(', ')} could be judged by`;
  return undefined;
}

// What reports are told of a check: findings of the attempt that decided, for each rule that it speaks of.

interface Deciding {
  readonly decision: Decision;
  readonly attempts: number;
  readonly strict: boolean;
  /** Devices that never came back. */
  readonly lost: readonly string[];
}

/** One finding for each rule that an observation speaks of. */
export function findingsOf(observations: readonly StepObservation[], deciding: Deciding): Finding[] {
  return observations.flatMap((observation) =>
    observation.rules.map((rule) => ({
      rule,
      verdict: verdictOf(rule, observation, deciding),
      where: observation.where,
      expected: observation.expected,
      actual: actualOf(observation, deciding),
      exchanges: observation.exchanges,
      ...(stood(observation, deciding) && { stands: { seen: deciding.attempts, of: deciding.attempts } }),
      ...(observation.refersTo && { refersTo: observation.refersTo }),
      ...(observation.frames && { frames: observation.frames }),
      ...(observation.silence && { silence: observation.silence }),
      ...(observation.paths && { paths: observation.paths }),
    })),
  );
}

function verdictOf(
  rule: RuleId,
  { result }: StepObservation,
  { decision, strict }: Deciding,
): Finding['verdict'] {
  if (result === 'held') return 'pass';
  if (result === 'spoiled' && PROHIBITIONS.has(rule)) return 'inconclusive';
  return decision.kind === 'fail' ? breachOf(rule, strict) : 'inconclusive';
}

/** A single refusal proves nothing: where one counts, the reader must see that it was not the only one. */
function actualOf(observation: StepObservation, deciding: Deciding): string {
  const { actual, result } = observation;
  const { decision, attempts, lost } = deciding;
  if (decision.kind === 'fail' && lost.length > 0 && result !== 'held')
    return `${actual}; ${lost.join(', ')} never came back, though all was put back`;
  return stood(observation, deciding) ? `${actual}, in each of ${attempts} attempts` : actual;
}

/** It counts because it came in each attempt. */
function stood({ result, confirm }: StepObservation, { decision, attempts, lost }: Deciding): boolean {
  if (decision.kind !== 'fail' || lost.length > 0 || attempts === 1) return false;
  return result === 'spoiled' || (result === 'deviated' && confirm);
}

// The policy of fair verdicts, all of it: what the attempts of a check amount to.

interface PolicyOptions {
  readonly attempts: number;
  /** Others use the devices: RATE_LIMITED and DEVICE_BUSY may be of their making each time. */
  readonly shared: boolean;
}

type Decision =
  | { readonly kind: 'again'; readonly why: string }
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'inconclusive'; readonly reason: string }
  /** It may not be done on this target. */
  | { readonly kind: 'skipped'; readonly reason: string };

/**
 * What the last attempt came to decides whether the check is tried again, and what is made of it in the end:
 *
 * - it held: pass, whatever earlier attempts met with;
 * - it deviated, undisturbed: fail at once;
 * - it deviated amid interference: once more; a second deviation at the same step fails;
 * - it deviated at a step with `confirm`, or where others use the devices: once more; fails when it stands, and at once where a device that it is about never
 *   came back, so that no other attempt can be made;
 * - it was spoiled by interference: once more, after the announced delay; when that stands, a server error
 *   fails, other interference where the step says `insist`;
 * - nothing could be decided or prepared: once more;
 * - the target is without what it needs: skipped, unless another attempt got further: once more.
 *
 * Something stands when no attempt is left, and those that came to anything, two at least, all came to this
 * at this step, or deviated from the same rules at another; interference only when no attempt came to anything else
 * or to nothing. Where attempts deviated and others were refused as too frequent, these do not count, and there are
 * as many more.
 *
 * All else is inconclusive. Where others use the devices, too, what they may have caused never fails.
 *
 * @param ends of the attempts so far, at least one.
 */
function decide(ends: readonly AttemptEnd[], options: PolicyOptions): Decision {
  const last = ends.at(-1);
  if (!last?.halt) return { kind: 'pass' };
  const { halt, notes } = last;
  const left = ends.length < options.attempts + extraAttempts(ends);
  if (halt.kind === 'blocked') {
    if (left && !halt.final) return { kind: 'again', why: halt.why };
    return { kind: 'inconclusive', reason: `${halt.why}${tries(ends)}` };
  }
  if (halt.kind === 'unsafe') return { kind: 'skipped', reason: `not safe: ${halt.why}` };
  if (halt.kind === 'unfit') return unfit(halt.why, ends, left);
  if (halt.kind === 'interrupted') return { kind: 'inconclusive', reason: 'interrupted' };
  const observation = notes.observations.at(-1);
  if (!observation) return { kind: 'inconclusive', reason: 'nothing was observed' };
  if (breaches(ends, observation, options)) return { kind: 'fail' };
  if (left) return { kind: 'again', why: inWords(observation) };
  return { kind: 'inconclusive', reason: `${inWords(observation)}${tries(ends)}` };
}

/** What another attempt has found is not there: the target has it, and does not always show it. */
function unfit(why: string, ends: readonly AttemptEnd[], left: boolean): Decision {
  const begun = ends.at(-1)?.begun ?? 0;
  const further = ends.find((each) => each.begun > begun)?.notes.observations.at(-1);
  if (!further) return { kind: 'skipped', reason: why };
  if (left) return { kind: 'again', why };
  return { kind: 'inconclusive', reason: `${why}; an earlier attempt got to ${inWords(further)}` };
}

function breaches(ends: readonly AttemptEnd[], last: StepObservation, options: PolicyOptions): boolean {
  const extra = extraAttempts(ends);
  const decisive = ends.flatMap(decisiveOf).filter((each) => extra === 0 || !isRateLimited(each));
  const alike = decisive.filter(({ result, by }) => result === last.result && by === last.by);
  const atStep = alike.filter(({ where }) => where === last.where);
  const same = last.result === 'deviated' ? alike.filter((each) => sameRules(each, last)) : atStep;
  const enough = extra === 0 ? same.length > 1 : same.length >= options.attempts;
  const stands = ends.length === options.attempts + extra && same.length === decisive.length && enough;
  if (last.result === 'deviated') {
    if (last.confirm || options.shared) return stands || (ends.at(-1)?.lost.length ?? 0) > 0;
    return (ends.at(-1)?.notes.disturbances.length ?? 0) === 0 || atStep.length > 1;
  }
  // What is legal at any moment may well come twice by chance: it must have come in every attempt.
  const always = stands && same.length === options.attempts;
  return last.result === 'spoiled' && always && countsWhenItStands(last, options);
}

const MOST_EXTRA = 2;

/** A quota that others of the run share may spoil an attempt: that must not save a target that deviates each time. */
function extraAttempts(ends: readonly AttemptEnd[]): number {
  const observed = ends.flatMap(decisiveOf);
  if (!observed.some(({ result, confirm }) => result === 'deviated' && confirm)) return 0;
  return Math.min(MOST_EXTRA, observed.filter(isRateLimited).length);
}

function isRateLimited({ result, by }: StepObservation): boolean {
  return result === 'spoiled' && by === 'rate-limited';
}

function sameRules(one: StepObservation, other: StepObservation): boolean {
  if (!one.confirm || !other.confirm) return one.where === other.where;
  return holdsAll(one.rules, other.rules) || holdsAll(other.rules, one.rules);
}

function holdsAll(rules: StepObservation['rules'], others: StepObservation['rules']): boolean {
  return others.every((rule) => rules.includes(rule));
}

function countsWhenItStands({ by, insist, rules }: StepObservation, { shared }: PolicyOptions): boolean {
  if (by === undefined || rules.every((rule) => PROHIBITIONS.has(rule))) return false;
  if (by === 'internal-error') return true;
  return insist.includes(by) && !(shared && mayComeFromOthers(by));
}

/** What an attempt came to, if it came to anything. */
function decisiveOf({ notes, halt }: AttemptEnd): readonly StepObservation[] {
  const last = halt?.kind === 'observed' ? notes.observations.at(-1) : undefined;
  return last && last.result !== 'undecided' ? [last] : [];
}

function inWords({ where, actual, by }: StepObservation): string {
  return by === undefined ? `${where}: ${actual}` : `${where}: ${actual}; ${INTERFERENCE_WORDS[by]}`;
}

function tries(ends: readonly AttemptEnd[]): string {
  return ends.length > 1 ? ` (tried ${ends.length} times)` : '';
}

// Rules that only say what a server must not grant. Whatever refuses it, a server error too, keeps them: that the refusal is
// the wrong one breaks the rule that promises the right one.

const PROHIBITIONS: ReadonlySet<RuleId> = new Set<RuleId>([
  'auth.key-is-no-credential',
  'scope.independent',
  'busy.one-at-a-time',
]);

// A connection that brought more than one may bring: what is said of it, and what is kept.

/** Words for the first flood of a trace; undefined where there is none. */
export function floodIn(records: readonly TraceRecord[]): string | undefined {
  const [flood] = floodsIn(records);
  return flood && `the target flooded connection ${flood.connection}, which was ended: ${flood.detail ?? ''}`;
}

/** Frames of a flood that show what it was. */
const MOST_KEPT = 100;

/** The records without most of what flooded a connection: results are kept until the end of a run. */
export function withoutFlood(records: readonly TraceRecord[]): readonly TraceRecord[] {
  const flooded = new Map(floodsIn(records).map(({ connection }) => [connection, 0]));
  if (flooded.size === 0) return records;
  return records.filter((record) => {
    if (record.kind !== 'event' && record.kind !== 'stray') return true;
    const seen = flooded.get(record.connection);
    if (seen === undefined) return true;
    flooded.set(record.connection, seen + 1);
    return seen < MOST_KEPT;
  });
}

function floodsIn(records: readonly TraceRecord[]): readonly ConnectionRecord[] {
  return records.filter((record) => record.kind === 'connection').filter(({ flooded }) => flooded === true);
}
