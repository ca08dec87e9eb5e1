// What each part of the check works with, and how it asks.
import type { Call } from '../call.js';
import { patiently, type Tried } from '../patiently.js';
import type { Profile } from '../../profile/profile.js';
import type { Target } from '../target.js';
import type { TargetProblem } from './problem.js';

export interface CheckContext {
  readonly target: Target;
  readonly profile: Profile;
  readonly problems: TargetProblem[];
  /** Clock time in ms after which nothing is tried again. */
  readonly until: number;
  readonly signal: AbortSignal | undefined;
}

export function ask({ target, until, signal }: CheckContext, client: string, call: Call): Promise<Tried> {
  const patience = { clock: target.clock, limits: { until }, signal };
  const options = signal ? { client, signal } : { client };
  return patiently(() => target.request(call, options), patience);
}
