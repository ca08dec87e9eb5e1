// What the phases of a run share: the record of refreshes, the leases, whether the target still answers, the signal that ends it.
import { createRandom } from '../../kernel/random.js';
import { createLeases, type LeasesOptions } from '../target/leases.js';
import { createLiveness } from '../target/liveness.js';
import { createRefreshBook } from '../target/refresh-book.js';
import { isThere } from './first-look.js';
import { whatEnded } from './deadline.js';
import type { OnProgress, RunInput, SafetyPort } from './run-options.js';
import type { CheckResult } from '../verdict/verdict.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import { createScheduler } from './scheduler.js';
import { failed, isWitness } from '../profile/stimuli/catalogue.js';
import type { Stimuli } from '../stimuli/create-stimuli.js';
import type { Clock } from '../../kernel/clock.js';
import { doubtOf, readAgain } from './causes/reading.js';

/** Checks or programs at a time, where nothing else is said. */
const DEFAULT_PARALLEL = 24;

export type RunContext = ReturnType<typeof createRunContext>;

/** @param options of the run. @param roundTrip of its calibration, in ms. */
export function createRunContext(options: RunInput, roundTrip: number, onProgress: OnProgress) {
  const { target, profile, seed, signal, stimuli, safety, parallel = DEFAULT_PARALLEL } = options;
  const { clock } = target;
  const gone = new AbortController();
  const failFast = new AbortController();
  const stop = AbortSignal.any([...(signal ? [signal] : []), gone.signal, failFast.signal]);
  const random = createRandom(seed);
  const refreshes = createRefreshBook(lookedAt(options));
  const stillThere = async (): Promise<boolean> => {
    const answered = stop.aborted || (await isThere(target, Object.keys(profile.clients)[0] ?? '', stop));
    if (!answered && !stop.aborted) gone.abort(new Error('the target no longer answers'));
    return answered;
  };
  const lateness = options.onMachineTime ? createLateness(clock, parallel) : neverLate(parallel);
  const leases = createLeases({ clock, refreshes, devices: leasable(profile) });
  const broken = new Set<RuleId>();
  return {
    ...options,
    ...(stimuli && { stimuli: watched(stimuli, safety) }),
    parallel,
    refreshes,
    /** Of the devices of the profile, by their names there. */
    leases,
    lateness,
    scheduler: createScheduler({
      clock,
      get parallel() {
        return lateness.parallel;
      },
      leases,
      signal: stop,
    }),
    liveness: createLiveness(clock, {
      suspect: stillThere,
      putsOff: (words) => gone.abort(new Error(words)),
    }),
    roundTrip,
    random,
    /** Ends the run: it was interrupted, or the target is gone. */
    signal: stop,
    // Keys of two runs must never meet, also when their seeds are the same.
    runMark: `${Math.round(clock.now()).toString(36)}-${random.stream('run').token(4)}`,
    onProgress,
    /** Asks the target; one that does not answer ends the run. */
    stillThere,
    /** Rules that failed. */
    broken: broken as ReadonlySet<RuleId>,
    /** What became of a check, or a property, as it stands in the result; the first failure may end the run. */
    judged: (result: CheckResult): void => {
      const { id, verdict, findings } = result;
      for (const finding of findings) if (finding.verdict === 'fail') broken.add(finding.rule);
      if (!options.failFast || (verdict !== 'fail' && verdict !== 'error')) return;
      void isFailure(result, options).then((isSo) => {
        // What the first of them has ended would only be named anew.
        if (!isSo || stop.aborted) return;
        failFast.abort(new Error(`${id} failed, and the run ends at the first failure`));
      });
    },
    /** Why the run was ended early, in words; undefined when it was not. */
    cutShort: (): string | undefined => {
      if (gone.signal.aborted) return (gone.signal.reason as Error).message;
      if (failFast.signal.aborted) return (failFast.signal.reason as Error).message;
      return whatEnded(signal);
    },
  };
}

/** What rests on a line that nothing has proven is undecided in the end, and no failure. */
async function isFailure(result: CheckResult, options: RunInput): Promise<boolean> {
  const doubt = doubtOf(options);
  if (!doubt) return true;
  const { clock } = options.target;
  const { results } = await clock.outside(readAgain([result], doubt, clock.now()));
  return results[0]?.verdict === result.verdict;
}

/** The device of the profile that is added and removed, under the name under which it is leased. */
export const MANAGED = '$managed';

function leasable({ devices, management }: RunInput['profile']): LeasesOptions['devices'] {
  return { ...devices, ...(management && { [MANAGED]: management }) };
}

/** Nobody has looked at a device that is not there. */
function lookedAt({ profile, refreshedAt }: RunInput): readonly (readonly [string, number])[] {
  if (refreshedAt === undefined) return [];
  return Object.values(profile.devices).map(({ deviceId }) => [deviceId, refreshedAt]);
}

// Stimuli that tell safety which devices they change: what was seen of these before holds no longer, and their relays
// may have to be put back, since a device that loses its power drops them.

type Used = Pick<Stimuli, 'open' | 'undoAll'>;

export function watched(stimuli: Used, safety: SafetyPort | undefined): Used {
  return {
    undoAll: stimuli.undoAll,
    open: (target) => {
      const session = stimuli.open(target);
      const changed = new Set<string>();
      const tell = (): void => changed.forEach((deviceId) => safety?.disturbed?.(deviceId));
      return {
        ...session,
        act: async (act, signal) => {
          if (!act.device || isWitness(act.name)) return session.act(act, signal);
          const { deviceId } = act.device;
          changed.add(deviceId);
          const why = await safety?.beforeStimulus?.(deviceId, signal);
          if (why !== undefined) return failed(why);
          try {
            return await session.act(act, signal);
          } finally {
            tell();
          }
        },
        undo: async (signal) => {
          try {
            return await session.undo(signal);
          } finally {
            tell();
          }
        },
      };
    },
  };
}

// How late this machine is: by how much timers of the run are called after they were due. A run that is late does fewer
// things at a time, and what could not be decided meanwhile says nothing of the target.

type Lateness = ReturnType<typeof createLateness>;

/** How often it is measured, in ms of the clock. */
const EVERY = 50;
/** Later than this is late: the shortest time that a check judges is 300 ms. */
const LATE = 40;
/** Fewer at a time would take longer than they gain. */
const LEAST = 3;
/** Late moments that are kept: the oldest goes first. */
const MOST_KEPT = 10_000;
/** How much of the lateness of before still counts at the next measure. */
const FADING = 0.8;
const SLOWER = 0.9;
const FASTER = 0.2;

/** @param most checks at a time that are permitted. */
export function createLateness(clock: Clock, most: number) {
  const late: { readonly at: number; readonly by: number }[] = [];
  let parallel = most;
  let lately = 0;
  const measure = (): ReturnType<Clock['setTimer']> => {
    const due = clock.now() + EVERY;
    return clock.setTimer('lateness', EVERY, () => {
      const at = clock.now();
      const by = at - due;
      lately = Math.max(by, lately * FADING);
      parallel =
        lately > LATE
          ? Math.max(Math.min(LEAST, most), parallel * SLOWER)
          : Math.min(most, parallel + FASTER);
      if (by > LATE) late.push({ at, by });
      if (late.length > MOST_KEPT) late.shift();
      timer = measure();
    });
  };
  let timer = measure();
  return {
    /** Checks at a time that this machine keeps up with, of those that are permitted. */
    get parallel() {
      return Math.floor(parallel);
    },
    /** By how many ms of the clock the machine was late at the most since that moment; 0 where it kept up. */
    worstSince: (since: number): number =>
      Math.max(0, ...late.filter(({ at }) => at >= since).map(({ by }) => by)),
    /** Nothing is measured any more. */
    stop: (): void => timer.cancel(),
  };
}

/** Where time is not the machine's, nothing is ever late. */
export function neverLate(parallel: number): Lateness {
  return { parallel, worstSince: () => 0, stop: () => undefined };
}
