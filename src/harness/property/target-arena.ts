// An arena on a target that is there already: programs run one after the other, on the same few devices.
import type { Random } from '../../kernel/random.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../target/profile.js';
import type { Stimuli } from '../target/stimuli/stimuli.js';
import type { Target } from '../target/target.js';
import type { Arena } from './arena.js';
import type { ProgramFacts } from './facts.js';
import { runProgram } from './run-program.js';

export interface TargetArenaOptions {
  /** Nothing forbidden passes through it. */
  readonly target: Target;
  readonly profile: Profile;
  readonly facts: ProgramFacts;
  readonly stimuli: Pick<Stimuli, 'open'>;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly guard: (call: Call) => string | undefined;
}

/** Waiting is dear here: most programs wait little at their end, and those that are to prove an absence long. */
const USUAL_EVENT_PATIENCE = 1000;

export function createTargetArena({ facts, ...options }: TargetArenaOptions): Arena {
  const { target, random, profile } = options;
  // Keys of two runs must never meet, also when their seeds are the same.
  const run = `${Math.round(target.clock.now()).toString(36)}-${random.stream('property/run').token(4)}`;
  return {
    facts,
    jumps: false,
    eventPatience: { usual: USUAL_EVENT_PATIENCE, proving: Math.min(5000, profile.patience) },
    run: (program, mark, how) => runProgram(program, { ...options, facts, runMark: `${run}-${mark}` }, how),
  };
}
