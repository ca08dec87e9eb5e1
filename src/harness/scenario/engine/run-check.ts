// Runs a check: attempt by attempt, as the policy says, with the judge looking over the whole trace.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { type Finding, type Verdict, worstOf, breachOf } from '../../verdict/verdict.js';
import { judge } from '../../judge/judge.js';
import type { Answers } from '../../target/answers.js';
import type { StepObservation } from './observation.js';
import { floodIn } from './flood.js';
import { type AttemptEnd, type AttemptParts, runAttempt } from './attempt.js';
import { announcedTooLong, LONGEST_ANNOUNCED, waitUntil } from '../../target/retry.js';
import { decide, type Decision, type PolicyOptions } from './policy.js';
import { isProhibition } from './prohibitions.js';

export interface CheckOptions extends PolicyOptions {
  readonly strict: boolean;
  /** Waits until the quotas of the clients have room for an attempt; the end of the attempt is told. */
  readonly room: (attempt: number) => Promise<() => void>;
  readonly onAttempt: (attempt: number, why: string | undefined) => void;
}

export interface CheckEnd {
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
  { target: { clock }, signal, onWait }: AttemptParts,
  end: AttemptEnd | undefined,
  attempts: number,
  why: string,
): Promise<void> {
  const now = clock.now();
  const until = Math.max(end?.notes.announcedUntil ?? now, now + 250 * attempts);
  onWait(until, `before another attempt, since ${why}`);
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
  noteStanding(observations.at(-1), decision, answers);
  const cited = judged.filter(({ rule, verdict }) => verdict !== 'pass' || rules.includes(rule));
  const findings = [...findingsOf(observations, { decision, attempts: ends.length, strict, lost }), ...cited];
  const missing = decision.kind === 'pass' ? unseen(rules, findings) : [];
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

/**
 * A server error in each attempt may be that of the request and not of what the check is about: that is known at the end
 * of the run, by whether such a request was ever granted.
 */
function noteStanding(last: StepObservation | undefined, decision: Decision, answers: Answers): void {
  if (decision.kind !== 'fail' || last?.result !== 'spoiled' || last.by !== 'internal-error') return;
  if (last.asked) answers.stands(last.asked);
}

/** A pass needs an assertion for each rule that is cited. */
function unseen(rules: readonly RuleId[], findings: readonly Finding[]): readonly RuleId[] {
  return rules.filter((rule) => !findings.some((finding) => finding.rule === rule));
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
    })),
  );
}

function verdictOf(
  rule: RuleId,
  { result }: StepObservation,
  { decision, strict }: Deciding,
): Finding['verdict'] {
  if (result === 'held') return 'pass';
  if (result === 'spoiled' && isProhibition(rule)) return 'inconclusive';
  return decision.kind === 'fail' ? breachOf(rule, strict) : 'inconclusive';
}

/** A single refusal proves nothing: where one counts, the reader must see that it was not the only one. */
function actualOf(
  { actual, result, confirm }: StepObservation,
  { decision, attempts, lost }: Deciding,
): string {
  if (decision.kind === 'fail' && lost.length > 0 && result !== 'held')
    return `${actual}; ${lost.join(', ')} never came back, though all was put back`;
  const stood = decision.kind === 'fail' && (result === 'spoiled' || (result === 'deviated' && confirm));
  return stood ? `${actual}, in each of ${attempts} attempts` : actual;
}
