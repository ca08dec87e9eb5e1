// What a search is given, and what it comes to.
import type { ShareOf } from './program-share.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict/verdict.js';
import { type Executor, factsFor, type ProgramRun } from './executor.js';
import type { Program } from './program.js';
import type { Halt } from '../scenario/engine/execution-context.js';
import { breachesIn } from './confirm.js';
import { compose } from './compose.js';
import type { Drawn, ProgramSource } from './draw.js';

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

// One program of a search: drawn for its place, put together and run. What a search needs to know of it is plain
// data, so that it can be run in another thread than the one that searches.

export interface TriedProgram {
  readonly drawn: Drawn;
  readonly program: Program;
  readonly run: ProgramRun;
}

/** A program that was run, as far as a search counts it. */
export interface Ran {
  readonly operations: number;
  readonly halt: Halt | undefined;
  /** The most telling one. */
  readonly breach: Finding | undefined;
  /** Rules that were spoken of, and held. */
  readonly held: readonly RuleId[];
}

/** Undefined where the facts leave nothing to be drawn. */
export async function tryOut(
  source: ProgramSource,
  executor: Executor,
  index: number,
): Promise<TriedProgram | undefined> {
  const drawn = source.draw(index);
  if (!drawn) return undefined;
  const {
    eventPatience: { usual },
    settle = usual,
  } = executor;
  const { tenant } = drawn;
  const program = compose(drawn.commands, factsFor(executor, tenant), { settle, tenant });
  const run = await executor.run(program, String(index), { eventPatience: usual });
  return { drawn, program, run };
}

export function ranOf({ program, run }: TriedProgram): Ran {
  const held = run.findings.flatMap(({ verdict, rule }) => (verdict === 'pass' ? rule : []));
  return {
    operations: program.operations,
    halt: run.halt,
    breach: breachesIn(run)[0],
    held: [...new Set(held)],
  };
}
