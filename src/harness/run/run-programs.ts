// The random programs of a run: on simulators of their own in virtual time, or on the target for a while, several
// at a time, and beside the checks.
import { restrictionWords } from '../profile/restriction.js';
import type { Executor } from '../property/executor.js';
import { poolsOf } from '../property/facts.js';
import { brokenOff, propertyOf, resultsOf, skippedProperty } from '../property/results.js';
import { search } from '../property/search.js';
import type { Counterexample, SearchOptions, SearchResult } from '../property/search-port.js';
import { createTargetExecutor } from '../property/target-executor.js';
import { createValueMeter, type ValueMeter } from '../property/value-coverage.js';
import { breachOf, type CheckResult, type ProgramCounts } from '../verdict/verdict.js';
import { counted } from './baseline.js';
import { orGivenUp } from '../target/driver/within-patience.js';
import type { ProgramLimits, ProgramOptions } from './run-options.js';
import type { RunContext } from './run-context.js';

/** What else is at work on the target meanwhile. */
export type BesidePrograms = NonNullable<SearchOptions['beside']>;

export interface ProgramsRun {
  /** One for each property. */
  readonly checks: readonly CheckResult[];
  readonly programs: ProgramCounts;
  /** What the programs have met of the tables of values, and how more is counted in; absent where they ran apart. */
  readonly values?: ValueMeter;
}

/** Where time costs nothing, a number of programs is the measure; elsewhere time is. */
const RUNS_APART = 100;
/** Beside checks each program takes devices from these: two of each kind, and some for further tenants. */
const RUNS_BESIDE = 27;
const TIME = 20_000;
/** Beside checks programs wait for devices, too: there their number is the measure, and time is only the limit. */
const TIME_BESIDE = 40_000;
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** One counterexample must not use up the time of all others. */
const SHRINKING = { programs: 300, time: UNLIMITED };
/** There a program takes seconds. */
const SHRINKING_ON_TARGET = { programs: 60, time: 120_000 };
/** Programs in a row, and twice as many as run at a time: one moment may be too much for all of those. */
const GIVE_UP_AFTER = 5;

const NOTHING_TO_USE =
  'no device and no client of the profile could be used for programs; add a device under devices';

/** Programs that do not end when they are told to are not waited for: what they came to is not known then. */
export async function runPrograms(
  options: ProgramOptions,
  context: RunContext,
  beside?: BesidePrograms,
): Promise<ProgramsRun> {
  const { properties, clock } = options;
  const startedAt = clock.now();
  const ran = (await orGivenUp(
    runAllPrograms(options, context, beside),
    context.ending?.hurry,
    undefined,
  )) ?? {
    checks: properties.map((each) => brokenOff(each, startedAt)),
    programs: { programs: 0, operations: 0, took: clock.now() - startedAt },
  };
  return { ...ran, checks: ran.checks.flatMap((check) => counted(check, context) ?? []) };
}

async function runAllPrograms(
  options: ProgramOptions,
  context: RunContext,
  beside: BesidePrograms | undefined,
): Promise<ProgramsRun> {
  const { properties, clock, apart } = options;
  const startedAt = clock.now();
  // All that a program does beside reading is to change something.
  const reads = options.restriction === 'read-only';
  const own = reads ? undefined : await (apart ? apart.createExecutor() : executorOn(context, options));
  const values = own && !apart ? createValueMeter(own.tenants) : undefined;
  const executor = own && values ? metered(own, values) : own;
  if (!executor) {
    const why = reads ? restrictionWords('read-only') : NOTHING_TO_USE;
    return {
      checks: properties.map((each) => skippedProperty(each, why, startedAt)),
      programs: { programs: 0, operations: 0, took: 0 },
    };
  }
  const limits = limitsOf(options.limits, executor, beside !== undefined);
  const threads =
    limits.only === undefined ? apart?.openThreads({ ...limits, signal: context.signal }) : undefined;
  try {
    const elsewhere = threads ? { elsewhere: threads.run } : {};
    const how = { executor, ...limits, ...elsewhere, ...(beside && { beside }), clock };
    const found = await searchFor(how, options, context);
    return {
      checks: resultsOf(properties, found, {
        seed: context.seed,
        strict: context.strict ?? false,
        ground: {
          tenants: executor.tenants,
          shared: context.profile.shared ?? false,
          restriction: options.restriction,
        },
        ...spanOf(found, startedAt, clock.now()),
      }),
      programs: {
        programs: found.programs,
        operations: found.operations,
        took: clock.now() - startedAt,
        ...setAsideIn(executor),
      },
      ...(values && { values }),
    };
  } finally {
    await threads?.close();
  }
}

function metered(executor: Executor, values: ValueMeter): Executor {
  return {
    ...executor,
    run: async (...words) => {
      const ran = await executor.run(...words);
      values.see(ran.trace);
      return ran;
    },
  };
}

async function searchFor(
  how: Omit<SearchOptions, 'random' | 'signal' | 'onProgress'>,
  { onCounterexample }: ProgramOptions,
  context: RunContext,
): Promise<SearchResult> {
  const { target, random, signal, onProgress } = context;
  const waiting: Promise<void>[] = [];
  const found = await search({
    ...how,
    random,
    signal,
    onProgress: (progress) => {
      if (progress.kind === 'program')
        onProgress({ kind: 'program-started', done: progress.done, doing: progress.profile });
      if (progress.kind !== 'found') return;
      waiting.push(target.clock.outside(onCounterexample(progress.counterexample)));
      const shown = shownBy(progress.counterexample, context);
      if (shown) context.judged(shown);
    },
  });
  await Promise.all(waiting);
  return found;
}

/** What its property comes to by this alone; undefined where it decides nothing. */
function shownBy({ finding, standing }: Counterexample, context: RunContext): CheckResult | undefined {
  const { target, strict = false } = context;
  const property = propertyOf(finding.rule);
  if (standing.kind !== 'confirmed' || !property) return undefined;
  const verdict = breachOf(finding.rule, strict);
  const blank = skippedProperty(property, '', target.clock.now());
  return counted({ ...blank, verdict, findings: [{ ...finding, verdict }] }, context);
}

/** What programs on the target share with the checks before them. */
export type ProgramGround = Pick<
  RunContext,
  | 'target'
  | 'profile'
  | 'leases'
  | 'refreshes'
  | 'scheduler'
  | 'stimuli'
  | 'safety'
  | 'random'
  | 'signal'
  | 'parallel'
>;

/** Runs programs on the target itself; undefined where the profile has nothing that they could use. */
export function executorOn(
  { target, profile, leases, refreshes, scheduler, stimuli, safety, random, signal, parallel }: ProgramGround,
  { offers, restriction }: Pick<ProgramOptions, 'offers' | 'restriction'>,
): Executor | undefined {
  const [best, ...others] = poolsOf(profile, offers, { actuate: restriction === undefined });
  if (!best || !stimuli) return undefined;
  return createTargetExecutor({
    target,
    profile,
    pools: [best, ...others],
    leases,
    refreshes,
    lessor: scheduler,
    stimuli,
    random,
    signal,
    jobs: parallel,
    guard: (call) => safety?.guard(call),
    handOver: async (deviceId) => (await safety?.handOver?.([deviceId], signal)) ?? [],
    isSurelyOff: (deviceId) => safety?.isSurelyOff?.(deviceId) ?? false,
    restore: async (deviceIds) => (await safety?.restoreDevices?.(deviceIds, signal)) ?? [],
  });
}

function setAsideIn({ setAside = () => [] }: Executor): Pick<ProgramCounts, 'setAside'> {
  const devices = setAside();
  return devices.length === 0 ? {} : { setAside: devices };
}

function limitsOf(
  { runs, time, only, share, soak }: ProgramLimits,
  { jumps, atATime = 1 }: Executor,
  beside: boolean,
): Pick<SearchOptions, 'runs' | 'time' | 'only' | 'share' | 'shrinking' | 'mostUnfinished'> {
  const shrinking = jumps ? SHRINKING : SHRINKING_ON_TARGET;
  const which = { ...(only && { only }), ...(share && { share }) };
  if (soak !== undefined)
    return { runs: UNLIMITED, time: soak, ...which, shrinking, mostUnfinished: UNLIMITED };
  const most = jumps ? RUNS_APART : beside ? RUNS_BESIDE : UNLIMITED;
  const usual = time === undefined ? most : UNLIMITED;
  return {
    runs: runs ?? usual,
    time:
      // Where time costs nothing, how far a search gets must not depend on the machine.
      (time ?? (jumps || runs !== undefined ? UNLIMITED : beside ? TIME_BESIDE : TIME)) / (share?.count ?? 1),
    ...which,
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
