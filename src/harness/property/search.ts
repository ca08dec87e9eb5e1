// Draws programs, runs them, several at a time where the arena can, and pursues what they show by itself.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict.js';
import type { Arena } from './arena.js';
import { createProgramSource, type ProgramSource } from './draw.js';
import type { Program } from './program.js';
import { pursue, type Suspect, unpursued } from './pursue.js';
import type { ShrinkLimits } from './shrink.js';
import { createTally, type Tally } from './tally.js';
import { type Ran, ranOf, type Tried, tryOut } from './try-out.js';

export interface SearchOptions {
  readonly arena: Arena;
  readonly random: Random;
  /** Programs at most. */
  readonly runs: number;
  /** No program is begun after this time, in ms of `clock`. */
  readonly time: number;
  /** Only the program of this place. */
  readonly replay?: number;
  /** What the times of a search are measured on. */
  readonly clock: Clock;
  /** So many programs in a row that come to nothing, and the search is given up. */
  readonly mostUnfinished: number;
  readonly shrinking: ShrinkLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SearchProgress) => void;
  /**
   * Runs the program of a place elsewhere, with the same outcome as in the arena; asked for ascending places.
   * Undefined: it was interrupted. Default: in the arena.
   */
  readonly elsewhere?: (index: number) => Promise<Ran | undefined>;
}

export type SearchProgress =
  | { readonly kind: 'program'; readonly index: number; readonly focus: string; readonly done: number }
  | { readonly kind: 'shrinking'; readonly index: number; readonly rule: RuleId }
  | { readonly kind: 'found'; readonly fault: Fault };

/** Something that a program has shown. */
export interface Fault {
  /** Place of the program that showed it first. */
  readonly index: number;
  readonly focus: string;
  readonly finding: Finding;
  /** The smallest program that was found to show it. */
  readonly program: Program;
  readonly trace: readonly TraceRecord[];
  readonly standing:
    | { readonly kind: 'confirmed'; readonly times: number }
    /** Why it decides nothing, in words; and a run in which it did not show, if there is one. */
    | { readonly kind: 'doubtful'; readonly why: string; readonly other?: readonly TraceRecord[] };
}

export interface SearchResult {
  readonly programs: number;
  readonly operations: number;
  readonly faults: readonly Fault[];
  /** In how many programs each rule was spoken of, and held. */
  readonly held: ReadonlyMap<RuleId, number>;
  /** Programs that could not be run to their end. */
  readonly unfinished: number;
  /** Why the last of these was not. */
  readonly hindrance?: string;
  /** Of the last program. */
  readonly trace: readonly TraceRecord[];
}

/** What looks like a fault is pursued this often at most, where a program can turn out otherwise each time. */
const PURSUITS = 6;

export async function search(options: SearchOptions): Promise<SearchResult> {
  const { arena, random, signal, clock, onProgress } = options;
  const source = createProgramSource(arena.facts, random, { longWaits: arena.jumps });
  const until = clock.now() + options.time;
  const tally = createTally(arena.jumps ? 1 : PURSUITS);
  const crew = createCrew(source, options, until, tally);
  for (;;) {
    const seen = await crew.run();
    if (seen.length === 0 || signal.aborted) break;
    for (const [at, { index, finding, crowded, whole }] of seen.entries()) {
      if (tally.knows(finding) || signal.aborted) continue;
      // Whatever was seen first is pursued, and of the others what there is time for.
      const late = at > 0 && clock.now() >= until;
      if (!late) onProgress({ kind: 'shrinking', index, rule: finding.rule });
      const tried = await whole();
      if (!tried) break;
      const suspect = { tried, finding, crowded };
      const fault = late
        ? unpursued(suspect)
        : await pursue(suspect, { ...options, isKnown: tally.hasConfirmed });
      if (tally.note(finding, fault) && fault) onProgress({ kind: 'found', fault });
    }
  }
  return tally.result((await crew.latest())?.run.trace ?? []);
}

/** A breach that a program has shown. */
interface Seen extends Pick<Suspect, 'finding' | 'crowded'> {
  readonly index: number;
  /** The program in whole; where it was run elsewhere, it is run again. */
  whole(): Promise<Tried | undefined>;
}

interface Crew {
  /** Runs programs until some show what is not known yet, and those that were begun have ended; those then. */
  run(): Promise<readonly Seen[]>;
  latest(): Promise<Tried | undefined>;
}

interface Under {
  crowded: boolean;
  over: Promise<void>;
}

function createCrew(source: ProgramSource, options: SearchOptions, until: number, tally: Tally): Crew {
  const { arena, replay, elsewhere, signal, clock, onProgress } = options;
  const atATime = elsewhere ? 1 : (arena.atATime ?? 1);
  const last = replay ?? options.runs - 1;
  let next = replay ?? 0;
  let ended = false;
  let latest: (() => Promise<Tried | undefined>) | undefined;

  const mayBegin = (): boolean =>
    !ended && next <= last && clock.now() < until && !signal.aborted && tally.inARow < options.mostUnfinished;

  const runOne = async (index: number, under: Under, seen: Seen[]): Promise<void> => {
    const here = elsewhere ? undefined : await tryOut(source, arena, index);
    const ran: Ran | undefined = elsewhere ? await elsewhere(index) : here && ranOf(here);
    latest = remembering(here, () => tryOut(source, arena, index));
    if (!ran) ended = true;
    else tally.count(ran);
    const finding = ran?.breach;
    if (finding && tally.sees(finding)) seen.push({ index, finding, crowded: under.crowded, whole: latest });
  };
  const run = async (): Promise<readonly Seen[]> => {
    const running = new Set<Under>();
    const seen: Seen[] = [];
    const begin = (): void => {
      const index = next++;
      const focus = source.focusOf(index);
      if (focus === undefined) {
        ended = true;
        return;
      }
      onProgress({ kind: 'program', index, focus, done: tally.programs });
      for (const each of running) each.crowded = true;
      const under: Under = { crowded: running.size > 0, over: Promise.resolve() };
      running.add(under);
      under.over = runOne(index, under, seen).finally(() => running.delete(under));
    };
    try {
      for (;;) {
        while (seen.length === 0 && running.size < atATime && mayBegin()) begin();
        if (running.size === 0) return seen.toSorted((a, b) => a.index - b.index);
        await Promise.race([...running].map(({ over }) => over));
      }
    } finally {
      // Nothing of ours may still be at work, also when one of them has thrown.
      await Promise.allSettled([...running].map(({ over }) => over));
    }
  };
  return { run, latest: async () => latest?.() };
}

/** Runs the program again where it was not run here, and only once. */
function remembering(
  here: Tried | undefined,
  again: () => Promise<Tried | undefined>,
): () => Promise<Tried | undefined> {
  let tried = here && Promise.resolve<Tried | undefined>(here);
  return () => (tried ??= again());
}
