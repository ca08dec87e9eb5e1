// The threads that run the programs of a long search, as many as the machine has cores for.
import { availableParallelism } from 'node:os';
import type { Ran } from '../../harness/property/try-out.js';
import type { Clock } from '../../kernel/clock.js';
import { createThread } from '../threads/thread.js';
import { handOut } from './hand-out.js';
import type { ProgramsData, Share, ShareRan } from './share.js';

export interface ProgramThreads {
  readonly run: (index: number) => Promise<Ran | undefined>;
  close(): Promise<void>;
}

export interface ThreadsOptions {
  readonly data: ProgramsData;
  /** Programs at most, and ms of the machine's clock at most. */
  readonly runs: number;
  readonly time: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A thread takes a second or two to get up to speed: fewer programs, or less time, are over sooner without. */
const FEWEST_PROGRAMS = 300;
const LEAST_TIME = 10_000;

/** A share takes a fraction of a second. */
const LONGEST_SHARE = 120_000;

/** Undefined where they would not pay. */
export function openProgramThreads(options: ThreadsOptions): ProgramThreads | undefined {
  const { data, runs, time, clock, signal } = options;
  const cores = availableParallelism();
  if (cores < 2 || runs < FEWEST_PROGRAMS || time < LEAST_TIME) return undefined;
  const module = new URL('./worker.js', import.meta.url);
  const threads = Array.from({ length: cores }, () =>
    createThread<Share, ShareRan>({ module, data, patience: LONGEST_SHARE, clock, signal }),
  );
  return {
    run: handOut({ threads, runs, signal }),
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
