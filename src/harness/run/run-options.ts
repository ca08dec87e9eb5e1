// What a run is given, and what it needs of others.
import type { KnownFailure } from './baseline.js';
import type { ExplainOptions } from '../../probe/rivals.js';
import type { FirstLook } from './first-look.js';
import type { Plan } from './plan.js';
import type { ProgramOptions } from './program-options.js';
import type { OnProgress } from './progress.js';
import type { Call } from '../target/call.js';
import type { Profile } from '../profile/profile.js';
import type { EarlyBounds } from '../safety/safety.js';
import type { Stimuli } from '../stimuli/stimuli.js';
import type { RunResult } from '../verdict/verdict.js';
import type { Target } from '../target/target.js';

/** What keeps a run from doing harm: it knows what may be touched, and puts back what was. */
export interface SafetyPort {
  /** Why the call must not be sent, in words; undefined when it may. */
  guard(call: Call): string | undefined;
  /** Something beside requests is about to be done to the device; in words why it must not. */
  beforeStimulus?(deviceId: string, signal: AbortSignal): Promise<string | undefined>;
  /** Something beside requests may have changed the device. */
  disturbed?(deviceId: string): void;
  /**
   * Leaves devices to the next check as the last one found them, as far as that takes no refresh; returns what could
   * not be put back of settings, in words.
   */
  handOver?(deviceIds: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** All relays of the device were seen to be off, and nothing can have changed them since. */
  isSurelyOff?(deviceId: string): boolean;
  /** Puts a device back that no check will use any more, while others still run. */
  restoreEarly?(deviceId: string, bounds: EarlyBounds): Promise<void>;
  /** Puts some devices back between two programs; returns what could not be put back, in words. */
  restoreDevices?(deviceIds: readonly string[], signal?: AbortSignal): Promise<readonly string[]>;
  /** Puts everything back as it was found; returns what could not be put back, in words. */
  restore(signal?: AbortSignal): Promise<readonly string[]>;
}

/** How an interrupted run ends: one after the other, each aborts when the one before has had its time. */
export interface Ending {
  /** What still runs is not waited for any more. */
  readonly hurry: AbortSignal;
  /** Stimuli that are not undone by now are left. */
  readonly undone: AbortSignal;
  /** What is not put back by now is left. */
  readonly restored: AbortSignal;
}

export interface RunInput {
  readonly target: Target;
  /** What stimuli are undone through at the end; default: the same. */
  readonly restoring?: Target;
  readonly profile: Profile;
  readonly plan: Plan;
  /** Random programs: on the target beside the checks of the plan, or apart when these have ended; default: none. */
  readonly programs?: ProgramOptions;
  readonly seed: number;
  /** The run ends in good order at the first check that fails. */
  readonly failFast?: boolean;
  /** Failures that were known before: they fail nothing. */
  readonly baseline?: readonly KnownFailure[];
  /** The shard that the plan is, of how many, and the checks of all of them. */
  readonly shard?: RunResult['shard'];
  /** The plan is a part of what the profile allows: what it says of a rule is not all that there is to say. */
  readonly partial?: boolean;
  /** A breach of a derived rule fails, too. */
  readonly strict?: boolean;
  readonly safety?: SafetyPort;
  /** What can be done from outside of the interface. */
  readonly stimuli?: Pick<Stimuli, 'open' | 'undoAll'>;
  readonly signal?: AbortSignal;
  /** Begins when `signal` has been aborted; default: everything takes the time it takes. */
  readonly ending?: Ending;
  /** Nobody answered when the target was looked at before the run, in words. */
  readonly unreachable?: string;
  /** What of dialect and profile is proven; default: all of it. */
  readonly doubts?: ExplainOptions | undefined;
  /** What the look at the target before the run has found. */
  readonly firstLook?: FirstLook;
  readonly onProgress?: OnProgress;
  /** When all devices were refreshed last, on the clock; undefined when nobody did that for the run. */
  readonly refreshedAt?: number;
  /** The clock is the machine's, which may be late: that is measured. Default: it is never late. */
  readonly onMachineTime?: boolean;
  /** Checks or programs at a time, at most; default 24. */
  readonly parallel?: number;
  /** Tries of one check, at most; default 3. */
  readonly attempts?: number;
  /** Others use the devices, too: what they may have caused never fails a check. */
  readonly shared?: boolean;
}
