// The random programs of a run: what they are to show, how many there are, and where they run.
import type { Clock } from '../../kernel/clock.js';
import type { Executor } from '../property/executor.js';
import type { Restriction } from '../profile/restriction.js';
import type { ShareOf } from '../property/program-share.js';
import type { Property } from '../property/properties.js';
import type { Counterexample, SearchOptions } from '../property/search-port.js';
import type { Offers } from '../stimuli/offers.js';

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
