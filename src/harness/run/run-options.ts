// What a run is given, and what it needs of others.
import type { RuleSet } from '../../contract/rules/as-of.js';
import type { KnownFailure } from './baseline.js';
import type { ExplainOptions } from '../../probe/rivals.js';
import type { FirstLook } from './first-look.js';
import type { Plan } from './plan.js';
import type { Profile } from '../profile/profile.js';
import type { Safety } from '../safety/safety.js';
import type { Stimuli } from '../stimuli/create-stimuli.js';
import type { CheckResult, RunResult, Verdict } from '../verdict/verdict.js';
import type { Target } from '../target/target.js';
import type { Clock } from '../../kernel/clock.js';
import type { Executor } from '../property/executor.js';
import type { Counterexample, SearchOptions } from '../property/search-port.js';
import type { Restriction } from '../profile/restriction.js';
import type { ShareOf } from '../property/program-share.js';
import type { Property } from '../property/results.js';
import type { Offers } from '../stimuli/offers.js';

/** What keeps a run from doing harm: it knows what may be touched, and puts back what was. */
export type SafetyPort = Pick<Safety, 'guard' | 'restore'> & Partial<Safety>;

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
  /** The baseline is written anew in the end: what has gone is taken out then, and fails nothing. */
  readonly renewsBaseline?: boolean;
  /** The shard that the plan is, of how many, and the checks of all of them. */
  readonly shard?: RunResult['shard'];
  /** The plan is a part of what the profile allows: what it says of a rule is not all that there is to say. */
  readonly partial?: boolean;
  /** In ms: how long breaches may be looked at again in the end; default: not at all. */
  readonly secondLooks?: number;
  /** A breach of a derived rule fails, too. */
  readonly strict?: boolean;
  /** The rules of a revision of the interface; default: the newest. */
  readonly ruleSet?: RuleSet;
  readonly safety?: SafetyPort;
  /** What can be done from outside of the interface. */
  readonly stimuli?: Pick<Stimuli, 'open' | 'undoAll'>;
  readonly signal?: AbortSignal;
  /** Begins when `signal` has been aborted; default: everything takes the time it takes. */
  readonly ending?: Ending;
  /** Nobody answered when the target was looked at before the run, in words. */
  readonly unreachable?: string;
  /** How long a round trip takes, in ms; default: 0. */
  readonly roundTrip?: number;
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

// The random programs of a run: what they are to show, how many there are, and where they run.

/** How long to go on; what is absent is as usual for where the programs run. */
export interface ProgramLimits {
  /** Programs at most, of all shares together. */
  readonly runs?: number;
  /** In ms of the clock of the search. */
  readonly time?: number;
  /** Places of the only programs that are to run, in ascending order. */
  readonly only?: readonly number[];
  /** The part of the programs, and of the time for them, that this run has; default: all. */
  readonly share?: ShareOf;
  /** For so long in ms, whatever comes of it. */
  readonly soak?: number;
}

export interface ProgramOptions {
  readonly properties: readonly Property[];
  readonly limits: ProgramLimits;
  /** What the run leaves out on purpose. */
  readonly restriction?: Restriction | undefined;
  /** What can be done from outside of the interface. */
  readonly offers: Offers;
  /** What the times of the search are measured on. */
  readonly clock: Clock;
  /** Told of each as soon as it is as small as it gets. */
  readonly onCounterexample: (counterexample: Counterexample) => Promise<void>;
  /** Where programs run that do not run on the target; default: they run on the target. */
  readonly apart?: ProgramsApart;
}

/** Programs that have the service to themselves, as simulators that are made for them offer it. */
export interface ProgramsApart {
  /** Undefined where there is nothing to write programs for. */
  createExecutor(): Promise<Executor | undefined>;
  /** Runs the programs of a search side by side; undefined where that does not pay. */
  openThreads(options: ThreadsOptions): ProgramThreads | undefined;
}

export type ThreadsOptions = Pick<SearchOptions, 'runs' | 'share' | 'time' | 'signal'>;

export interface ProgramThreads {
  readonly run: NonNullable<SearchOptions['elsewhere']>;
  close(): Promise<void>;
}

// What a run tells while it runs: enough for a live terminal to say what happens now and how long it will take.

export type Progress =
  | { readonly kind: 'run-started'; readonly checks: number }
  | {
      readonly kind: 'check-started';
      readonly id: string;
      readonly title: string;
      /** Names of the leased devices in the profile. */
      readonly devices: readonly string[];
    }
  | { readonly kind: 'attempt-started'; readonly id: string; readonly attempt: number; readonly why?: string }
  /** The step of a check that begins, or what it waits for. */
  | { readonly kind: 'doing'; readonly id: string; readonly what: string }
  | { readonly kind: 'check-ended'; readonly result: CheckResult; readonly left: number }
  /** All checks have ended, and what is known now changes the verdict that an earlier `check-ended` told. */
  | { readonly kind: 'verdict-revised'; readonly result: CheckResult; readonly from: Verdict }
  /** A random program has begun; `done` have ended. */
  | { readonly kind: 'program-started'; readonly done: number; readonly doing: string }
  /** All checks have ended, and some are tried again, one at a time. */
  | { readonly kind: 'again'; readonly checks: number }
  | { readonly kind: 'restoring' };

export type OnProgress = (progress: Progress) => void;
