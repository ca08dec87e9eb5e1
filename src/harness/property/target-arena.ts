// An arena on a target that is there already: programs run one after the other, each on devices that have rested.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import { AssertionError } from '../../kernel/assert.js';
import type { Random } from '../../kernel/random.js';
import { waitUntil } from '../scenario/engine/patience.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../target/profile.js';
import type { Stimuli } from '../target/stimuli/stimuli.js';
import type { Target } from '../target/target.js';
import type { Arena } from './arena.js';
import type { ProgramFacts } from './facts.js';
import { runProgram } from './run-program.js';
import { changesSettings } from './uses.js';

export interface TargetArenaOptions {
  /** Nothing forbidden passes through it. */
  readonly target: Target;
  readonly profile: Profile;
  /** Any of them will do; at least one. */
  readonly benches: readonly [ProgramFacts, ...ProgramFacts[]];
  readonly stimuli: Pick<Stimuli, 'open'>;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly guard: (call: Call) => string | undefined;
  /** Puts back what has been changed; what could not be, in words. */
  readonly restore: () => Promise<readonly string[]>;
}

/** Waiting is dear here: most programs wait little at their end, and those that are to prove an absence long. */
const USUAL_EVENT_PATIENCE = 1000;

/** After it the refresh budget of a device is free, where that is the least that it may be. */
const REST = REFRESH_MIN_INTERVAL + 500;

export function createTargetArena({ benches, ...options }: TargetArenaOptions): Arena {
  const { target, random, profile, signal } = options;
  const { clock } = target;
  // Keys of two runs must never meet, also when their seeds are the same.
  const run = `${Math.round(clock.now()).toString(36)}-${random.stream('property/run').token(4)}`;
  const usedAt = new Map<ProgramFacts, number>();
  return {
    facts: benches[0],
    jumps: false,
    eventPatience: { usual: USUAL_EVENT_PATIENCE, proving: Math.min(5000, profile.patience) },
    run: async (program, mark, how) => {
      const [facts] = benches.toSorted((a, b) => (usedAt.get(a) ?? 0) - (usedAt.get(b) ?? 0));
      if (!facts) throw new AssertionError('there is a bench at least');
      await waitUntil(clock, (usedAt.get(facts) ?? 0) + REST, signal);
      const ran = await runProgram(program, { ...options, facts, runMark: `${run}-${mark}` }, how);
      // The beginning of a program switches relays off, but knows nothing of settings.
      if (changesSettings(program.body)) await options.restore();
      usedAt.set(facts, clock.now());
      return ran;
    },
  };
}
