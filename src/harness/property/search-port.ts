// What a search is given, and what it comes to.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict/verdict.js';
import type { Executor } from './executor.js';
import type { Program } from './program.js';
import type { ShareOf } from './program-share.js';
import type { Ran } from './try-out.js';

/** Something that a program has shown. */
export interface Counterexample {
  /** Place of the program that showed it first. */
  readonly index: number;
  readonly profile: string;
  readonly finding: Finding;
  /** The smallest program that was found to show it. */
  readonly program: Program;
  readonly trace: readonly TraceRecord[];
  readonly standing:
    | { readonly kind: 'confirmed'; readonly times: number }
    /** Why it decides nothing, in words; and a run in which it did not show, if there is one. */
    | { readonly kind: 'doubtful'; readonly why: string; readonly other?: readonly TraceRecord[] };
}

export interface SearchOptions {
  readonly executor: Executor;
  readonly random: Random;
  /** Programs at most, of all shares together. */
  readonly runs: number;
  /** No program is begun after this time, in ms of `clock`. */
  readonly time: number;
  /** Only the programs of these places, in ascending order. */
  readonly only?: readonly number[];
  /** Only these of all places; default: all. */
  readonly share?: ShareOf;
  /** What the times of a search are measured on. */
  readonly clock: Clock;
  /** So many programs in a row that come to nothing, and the search is given up. */
  readonly mostUnfinished: number;
  readonly shrinking: ShrinkLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SearchProgress) => void;
  /** What else is at work on the target; default: nothing. What programs show is investigated when it has ended. */
  readonly beside?: {
    readonly isAtWork: () => boolean;
    readonly ended: Promise<unknown>;
    /** Rules that have been shown to be broken there, each with its proof. */
    readonly broken: ReadonlySet<RuleId>;
  };
  /**
   * Runs the program of a place elsewhere, with the same outcome as in the executor; asked for ascending places.
   * Undefined: it was interrupted. Default: in the executor.
   */
  readonly elsewhere?: (index: number) => Promise<Ran | undefined>;
}

export type SearchProgress =
  | { readonly kind: 'program'; readonly index: number; readonly profile: string; readonly done: number }
  | { readonly kind: 'shrinking'; readonly index: number; readonly rule: RuleId }
  | { readonly kind: 'found'; readonly counterexample: Counterexample };

/** How programs ended. */
export interface ProgramEnds {
  readonly programs: number;
  /** Programs that could not be run to their end. */
  readonly unfinished: number;
  /** Why the last of these was not. */
  readonly hindrance?: string;
}

export interface SearchResult extends ProgramEnds {
  readonly operations: number;
  readonly counterexamples: readonly Counterexample[];
  /** In how many programs each rule was spoken of, and held. */
  readonly held: ReadonlyMap<RuleId, number>;
  /** How the programs of each profile ended. */
  readonly ends: ReadonlyMap<string, ProgramEnds>;
  /** Of the last program. */
  readonly trace: readonly TraceRecord[];
}

export interface ShrinkLimits {
  /** Programs that are run for it, at most. */
  readonly programs: number;
  /** How long it may take, in ms of the clock given. */
  readonly time: number;
}
