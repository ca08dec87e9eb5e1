// What each part of the check works with, and how it asks.
import type { Call, Exchange } from '../call.js';
import { patiently, type PatientOutcome } from '../retry.js';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../target.js';
import type { FormProblems } from './form-problems.js';
import type { TargetProblem } from './problem.js';
import type { SignsOfLife } from './signs-of-life.js';

export interface CheckContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly problems: TargetProblem[];
  readonly forms: FormProblems;
  /** Clock time in ms after which nothing is tried again. */
  readonly until: number;
  readonly life: SignsOfLife;
  /** Calls that never got an answer, though others do: they are not waited for any more. */
  readonly unanswered: Set<Call['name']>;
}

export function askTarget(context: CheckContext, client: string, call: Call): Promise<PatientOutcome> {
  const { target, profile, until, life, unanswered } = context;
  const { signal } = life;
  const hopeless = unanswered.has(call.name);
  let tries = 0;
  const attempt = async (): Promise<Exchange> => {
    tries++;
    const patience = hopeless ? profile.patience * SHARE_OF_THE_HOPELESS : life.patience();
    const exchange = await target.request(call, { client, signal, patience, wanted: true });
    const asked = exchange.notSent ? 'createToken' : call.name;
    if (!(await life.note(exchange.outcome, asked))) unanswered.add(asked);
    return exchange;
  };
  const limits = { until, longestAnnounced: profile.longestWait, tries: hopeless ? 1 : MOST_TRIES };
  const isWorthIt = (): boolean => tries < TRIES_IN_SILENCE || !unanswered.has(call.name);
  return patiently(attempt, { clock: target.clock, limits, signal, isWorthIt });
}

/** In the time that there is for them. */
const MOST_TRIES = 12;

/** Of a call that gets no answer, where others do. */
const TRIES_IN_SILENCE = 3;
const SHARE_OF_THE_HOPELESS = 0.25;
