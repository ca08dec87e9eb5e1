// The threads that run the programs of a long search.
import type { ProgramThreads, ThreadsOptions } from '../../harness/run/program-options.js';
import type { Clock } from '../../kernel/clock.js';
import { handOut } from './hand-out.js';
import type { Share, ShareRan } from './share.js';
import { createThread } from './thread.js';

export interface ProgramThreadsOptions extends ThreadsOptions {
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
