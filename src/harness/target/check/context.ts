// What each part of the check works with, and how it asks.
import type { Call, Exchange } from '../call.js';
import { patiently, type Tried } from '../patiently.js';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../target.js';
import type { TargetProblem } from './problem.js';
import type { SignsOfLife } from './signs-of-life.js';

export interface CheckContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly problems: TargetProblem[];
  /** Clock time in ms after which nothing is tried again. */
  readonly until: number;
  readonly life: SignsOfLife;
}

export function ask(context: CheckContext, client: string, call: Call): Promise<Tried> {
  const { target, profile, until, life } = context;
  const { signal } = life;
  const attempt = async (): Promise<Exchange> => {
    const exchange = await target.request(call, { client, signal, patience: life.patience() });
    life.note(exchange.outcome);
    return exchange;
  };
  const limits = { until, longestAnnounced: profile.longestWait };
  return patiently(attempt, { clock: target.clock, limits, signal });
}
