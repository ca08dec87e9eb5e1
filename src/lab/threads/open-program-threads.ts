// What goes between the thread that searches and those that run programs for it: plain data.
import type { Ran } from '../../harness/property/search-port.js';
import { placeOfProgram, type ShareOf } from '../../harness/property/program-share.js';
import type { ProgramThreads, ThreadsOptions } from '../../harness/run/run-options.js';
import type { Clock } from '../../kernel/clock.js';
import { createThread, type Thread } from './thread.js';

/** Programs, by their places in the search. */
export interface Share {
  readonly places: readonly number[];
}

export type ShareRan =
  | { readonly kind: 'ran'; readonly programs: readonly Ran[] }
  /** A bug. */
  | { readonly kind: 'threw'; readonly error: unknown };

// The threads that run the programs of a long search.

interface ProgramThreadsOptions extends ThreadsOptions {
  /** The module that runs in each, and answers shares with what they came to. */
  readonly module: URL;
  /** What each is given at its beginning: plain data, enough to run the same programs. */
  readonly data: unknown;
  /** The machine's. */
  readonly clock: Clock;
  /** Of the machine: a thread for each. */
  readonly cores: number;
}

/** A thread takes a second or two to get up to speed: fewer programs, or less time, are over sooner without. */
const FEWEST_PROGRAMS = 300;
const LEAST_TIME = 10_000;

/** A share takes a fraction of a second. */
const LONGEST_SHARE = 120_000;

/** Undefined where they would not pay. */
export function openProgramThreads(options: ProgramThreadsOptions): ProgramThreads | undefined {
  const { module, data, cores, runs, share, time, clock, signal } = options;
  if (cores < 2 || runs / (share?.count ?? 1) < FEWEST_PROGRAMS || time < LEAST_TIME) return undefined;
  const threads = Array.from({ length: cores }, () =>
    createThread<Share, ShareRan>({ module, data, patience: LONGEST_SHARE, clock, signal }),
  );
  return {
    run: handOut({ threads, runs, part: share, signal }),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

// Hands out the programs of a search to threads, in shares that are run ahead of the search, and gives back what
// they came to in the order of their places.

export interface HandOutOptions {
  readonly threads: readonly Pick<Thread<Share, ShareRan>, 'ask'>[];
  /** Programs of the whole search. */
  readonly runs: number;
  /** The part of them that is asked for; default: all. */
  readonly part?: ShareOf | undefined;
  readonly signal: AbortSignal;
}

/** Programs that a thread is asked for at a time: few, since the search waits for the first of them. */
const SHARE = 4;
/** Shares that may be waiting to be used; while the search pursues a fault, the threads go on. */
const MOST_AHEAD = 256;

/**
 * What the program of a place came to, for the places of the part in ascending order; undefined when the search was interrupted.
 * Rejects with what a program threw, and when a thread is lost.
 */
export function handOut({
  threads,
  runs,
  part,
  signal,
}: HandOutOptions): (index: number) => Promise<Ran | undefined> {
  const shares = new Map<number, Promise<ShareRan | undefined>>();
  const busy = threads.map((): Promise<unknown> => Promise.resolve());
  let next = 0;

  const placesOf = (share: number): readonly number[] =>
    Array.from({ length: SHARE }, (_, at) => placeOfProgram(share * SHARE + at, part)).filter(
      (place) => place < runs,
    );

  const give = (share: number): void => {
    const at = share % threads.length;
    const places = placesOf(share);
    const answer = (busy[at] ?? Promise.resolve()).then(() => askFor({ places }, threads[at], signal));
    busy[at] = answer;
    shares.set(share, answer);
  };

  return async (index) => {
    const nth = Math.floor(index / (part?.count ?? 1));
    const share = Math.floor(nth / SHARE);
    for (const past of shares.keys()) if (past < share) shares.delete(past);
    for (; next <= share + MOST_AHEAD && placeOfProgram(next * SHARE, part) < runs; next++) give(next);
    const answer = await shares.get(share);
    if (answer?.kind === 'threw') throw answer.error;
    return answer?.programs[nth - share * SHARE];
  };
}

/** Never rejects, since nobody may be waiting yet. */
async function askFor(
  share: Share,
  thread: HandOutOptions['threads'][number] | undefined,
  signal: AbortSignal,
): Promise<ShareRan | undefined> {
  const answered = await thread?.ask(share);
  if (signal.aborted || !answered) return undefined;
  if (answered.kind === 'answer') return answered.answer;
  const places = `the random programs ${share.places.join(', ')}`;
  return { kind: 'threw', error: new Error(`${places} were lost: ${answered.why}`) };
}
