// The policy of fair verdicts, all of it: what the attempts of a check amount to.
import { INTERFERENCE_WORDS, mayComeFromOthers } from '../../target/interference.js';
import type { AttemptEnd } from './attempt.js';
import type { StepObservation } from './observation.js';
import { isProhibition } from './prohibitions.js';

export interface PolicyOptions {
  readonly attempts: number;
  /** Others use the devices: RATE_LIMITED and DEVICE_BUSY may be of their making each time. */
  readonly shared: boolean;
}

export type Decision =
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
export function decide(ends: readonly AttemptEnd[], options: PolicyOptions): Decision {
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
  if (by === undefined || rules.every(isProhibition)) return false;
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
