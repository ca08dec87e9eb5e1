// Runs a plan against a target, and returns what became of each check.
import type { Plan } from './plan.js';
import type { OnProgress } from './progress.js';
import type { Call } from './target/call.js';
import type { Profile } from './target/profile.js';
import type { Target } from './target/target.js';
import type { RunResult } from './verdict.js';

/** What keeps a run from doing harm: it knows what may be touched, and puts back what was. */
export interface SafetyPort {
  /** Why the call must not be sent, in words; undefined when it may. */
  guard(call: Call): string | undefined;
  /** Puts everything back as it was found; returns what could not be put back, in words. */
  restore(): Promise<readonly string[]>;
}

export interface RunOptions {
  readonly target: Target;
  readonly profile: Profile;
  readonly plan: Plan;
  readonly seed: number;
  /** A breach of a derived rule fails, too. */
  readonly strict?: boolean;
  readonly safety?: SafetyPort;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Checks at a time, at most; default 8. */
  readonly parallel?: number;
  /** Tries of one check, at most; default 3. */
  readonly attempts?: number;
}

export async function runChecks(options: RunOptions): Promise<RunResult> {
  await Promise.resolve();
  throw new Error(`not written yet: ${options.seed}`);
}
