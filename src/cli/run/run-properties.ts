// The random programs of a run: on a simulator of its own without sockets and in virtual time, on any other
// target for a while, several at a time.
import type { Executor } from '../../harness/property/executor.js';
import { poolOf } from '../../harness/property/facts.js';
import type { Property } from '../../harness/property/properties.js';
import { restrictionWords } from '../../harness/profile/restriction.js';
import { resultsOf, skippedProperty } from '../../harness/property/results.js';
import { search } from '../../harness/property/search.js';
import type { Counterexample, SearchOptions, SearchResult } from '../../harness/property/search-port.js';
import { DEFAULT_PARALLEL } from '../../harness/run/run.js';
import { createLeases } from '../../harness/target/leases.js';
import { createRefreshBook } from '../../harness/target/refresh-book.js';
import { createTargetExecutor } from '../../harness/property/target-executor.js';
import type { OnProgress } from '../../harness/run/progress.js';
import type { CheckResult, ProgramCounts } from '../../harness/verdict/verdict.js';
import { watched } from '../../harness/run/watched.js';
import { createRandom } from '../../kernel/random.js';
import { createSystemClock } from '../../kernel/system-clock.js';
import { openProgramThreads } from '../program-threads/open-threads.js';
import type { ProgramsData } from '../program-threads/share.js';
import type { OpenTarget } from './open-target.js';
import type { Prepared } from './prepare.js';
import { type RunOptions, restrictionOf } from './run-options.js';

export interface PropertyRun {
  readonly checks: readonly CheckResult[];
  readonly programs: ProgramCounts;
}

export interface PropertyContext {
  /** What the names of files in the options stand for depends on it. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly onCounterexample: (fault: Counterexample) => Promise<void>;
}

/** Where time costs nothing, a number of programs is the measure; elsewhere time is. */
const RUNS_IN_PROCESS = 100;
const TIME = 20_000;
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** One counterexample must not use up the time of all others. */
const SHRINKING = { programs: 500, time: 30_000 };
/** There a program takes seconds. */
const SHRINKING_ON_TARGET = { programs: 60, time: 120_000 };
/** Programs in a row, and twice as many as run at a time: one moment may be too much for all of those. */
const GIVE_UP_AFTER = 5;

export async function runProperties(
  properties: readonly Property[],
  open: OpenTarget,
  prepared: Prepared,
  options: RunOptions,
  context: PropertyContext,
): Promise<PropertyRun> {
  const clock = createSystemClock();
  const startedAt = clock.now();
  const executor = await executorFor(open, prepared, options, context.signal);
  if (!executor) {
    const reason = options.readOnly
      ? restrictionWords('read-only')
      : 'no device and no client of the profile could be used for programs; add a device under devices';
    return {
      checks: properties.map((each) => skippedProperty(each, reason, startedAt)),
      programs: { programs: 0, operations: 0, took: 0 },
    };
  }
  const limits = limitsOf(options, executor);
  const { signal, cwd } = context;
  const threads =
    open.inProcess && options.replay === undefined
      ? openProgramThreads({ data: dataOf(options, open.seed, cwd), ...limits, clock, signal })
      : undefined;
  try {
    const elsewhere = threads ? { elsewhere: threads.run } : {};
    const found = await searchFor(open, { executor, ...limits, ...elsewhere, clock }, context);
    return {
      checks: resultsOf(properties, found, {
        seed: open.seed,
        strict: options.strict ?? false,
        ...spanOf(found, startedAt, clock.now()),
      }),
      programs: {
        programs: found.programs,
        operations: found.operations,
        took: clock.now() - startedAt,
        ...setAsideIn(executor),
      },
    };
  } finally {
    await threads?.close();
  }
}

async function searchFor(
  open: OpenTarget,
  how: Omit<SearchOptions, 'random' | 'signal' | 'onProgress'>,
  { signal, onProgress, onCounterexample }: PropertyContext,
): Promise<SearchResult> {
  const waiting: Promise<void>[] = [];
  const found = await search({
    ...how,
    random: createRandom(open.seed),
    signal,
    onProgress: (progress) => {
      if (progress.kind === 'program')
        onProgress({
          kind: 'program-started',
          at: open.target.clock.now(),
          done: progress.done,
          doing: progress.profile,
        });
      if (progress.kind === 'found') waiting.push(onCounterexample(progress.counterexample));
    },
  });
  await Promise.all(waiting);
  return found;
}

async function executorFor(
  open: OpenTarget,
  { target, safety }: Prepared,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Executor | undefined> {
  const { inProcess, profile, stimuli, seed } = open;
  const { actuate, jobs } = options;
  const restriction = restrictionOf(options);
  if (restriction === 'read-only') return undefined;
  if (inProcess) {
    // It is made of the simulator, which no other target needs.
    const { createInProcessExecutor } = await import('../in-process/in-process-executor.js');
    return createInProcessExecutor({ ...inProcess, seed, actuate, restriction });
  }
  const pool = poolOf(profile, stimuli.offers, { actuate });
  if (!pool) return undefined;
  return createTargetExecutor({
    target,
    profile,
    pool,
    leases: createLeases({
      clock: target.clock,
      refreshes: createRefreshBook(),
      devices: profile.devices,
    }),
    stimuli: watched(stimuli, safety),
    random: createRandom(seed),
    signal,
    jobs: jobs ?? DEFAULT_PARALLEL,
    guard: safety.guard,
    restore: (deviceIds) => safety.restoreDevices(deviceIds, signal),
  });
}

function setAsideIn({ setAside = () => [] }: Executor): Pick<ProgramCounts, 'setAside'> {
  const devices = setAside();
  return devices.length === 0 ? {} : { setAside: devices };
}

function dataOf(options: RunOptions, seed: number, cwd: string): ProgramsData {
  const { fleet, dialect, variant, defect, actuate } = options;
  const names = {
    ...(fleet === undefined ? {} : { fleet }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(variant === undefined ? {} : { variant }),
    ...(defect === undefined ? {} : { defect }),
  };
  return { names, cwd, seed, actuate };
}

function limitsOf(
  { runs, time, replay, soak }: RunOptions,
  { jumps, atATime = 1 }: Executor,
): Pick<SearchOptions, 'runs' | 'time' | 'replay' | 'shrinking' | 'mostUnfinished'> {
  const shrinking = jumps ? SHRINKING : SHRINKING_ON_TARGET;
  if (soak !== undefined) return { runs: UNLIMITED, time: soak, shrinking, mostUnfinished: UNLIMITED };
  const usual = time === undefined && jumps ? RUNS_IN_PROCESS : UNLIMITED;
  return {
    runs: runs ?? usual,
    time: time ?? (runs === undefined ? TIME : UNLIMITED),
    ...(replay === undefined ? {} : { replay }),
    shrinking,
    mostUnfinished: jumps ? UNLIMITED : Math.max(GIVE_UP_AFTER, 2 * atATime),
  };
}

/** The times of the trace that is shown, which has a clock of its own where the simulator had one. */
function spanOf(
  { trace, counterexamples }: SearchResult,
  startedAt: number,
  endedAt: number,
): { readonly startedAt: number; readonly endedAt: number } {
  const shown = counterexamples[0]?.trace ?? trace;
  return { startedAt: shown[0]?.at ?? startedAt, endedAt: shown.at(-1)?.at ?? endedAt };
}
