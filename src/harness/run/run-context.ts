// What the phases of a run share: the record of refreshes, the leases, whether the target still answers, the signal that ends it.
import { onAbort } from '../../kernel/on-abort.js';
import { createRandom, type Random } from '../../kernel/random.js';
import { createLeases, type Leases, type LeasesOptions } from '../target/leases.js';
import { createLiveness, type Liveness } from '../target/liveness.js';
import { createRefreshBook, type RefreshBook } from '../target/refresh-book.js';
import { isThere } from './calibrate.js';
import { whatEnded } from './deadline.js';
import { createLateness, type Lateness, neverLate } from './lateness.js';
import type { OnProgress } from './progress.js';
import type { CheckResult } from '../verdict/verdict.js';
import type { RunInput, SafetyPort } from './run-options.js';
import { createScheduler, type Scheduler } from './scheduler.js';
import { watched } from './watched.js';

/** Checks or programs at a time, where nothing else is said. */
const DEFAULT_PARALLEL = 24;

export interface RunContext extends Omit<RunInput, 'plan' | 'programs'> {
  readonly roundTrip: number;
  readonly random: Random;
  /** Ends the run: it was interrupted, or the target is gone. */
  readonly signal: AbortSignal;
  readonly runMark: string;
  readonly refreshes: RefreshBook;
  /** Of the devices of the profile, by their names there. */
  readonly leases: Leases;
  readonly scheduler: Scheduler;
  /** Devices that are put back because nobody will use them any more: resolves when nothing is done to them. */
  readonly sparesPutBack: () => Promise<unknown>;
  readonly liveness: Liveness;
  readonly onProgress: OnProgress;
  readonly parallel: number;
  readonly lateness: Lateness;
  /** Asks the target; one that does not answer ends the run. */
  stillThere(): Promise<boolean>;
  /** What became of a check, or a property, as it stands in the result; the first failure may end the run. */
  judged(result: Pick<CheckResult, 'id' | 'verdict'>): void;
  /** Why the run was ended early, in words; undefined when it was not. */
  cutShort(): string | undefined;
}

/** @param options of the run. @param roundTrip of its calibration, in ms. */
export function createRunContext(options: RunInput, roundTrip: number, onProgress: OnProgress): RunContext {
  const { target, profile, seed, signal, stimuli, safety, parallel = DEFAULT_PARALLEL } = options;
  const { clock } = target;
  const gone = new AbortController();
  const failed = new AbortController();
  const stop = AbortSignal.any([...(signal ? [signal] : []), gone.signal, failed.signal]);
  const random = createRandom(seed);
  const refreshes = createRefreshBook(lookedAt(options));
  const stillThere = async (): Promise<boolean> => {
    const answered = stop.aborted || (await isThere(target, Object.keys(profile.clients)[0] ?? '', stop));
    if (!answered && !stop.aborted) gone.abort(new Error('the target no longer answers'));
    return answered;
  };
  const lateness = options.onMachineTime ? createLateness(clock, parallel) : neverLate(parallel);
  const leases = createLeases({ clock, refreshes, devices: leasable(profile) });
  const early: Promise<void>[] = [];
  const onSpare = (device: string): void => {
    const { deviceId } = profile.devices[device] ?? {};
    if (deviceId === undefined) return;
    early.push(restoreEarly(safety, deviceId, leases.restedAt(device), stop));
  };
  return {
    ...options,
    ...(stimuli && { stimuli: watched(stimuli, safety) }),
    parallel,
    refreshes,
    leases,
    lateness,
    scheduler: createScheduler({
      clock,
      get parallel() {
        return lateness.parallel;
      },
      leases,
      signal: stop,
      onSpare,
    }),
    sparesPutBack: () => Promise.all(early),
    liveness: createLiveness(clock, stillThere),
    roundTrip,
    random,
    signal: stop,
    // Keys of two runs must never meet, also when their seeds are the same.
    runMark: `${Math.round(clock.now()).toString(36)}-${random.stream('run').token(4)}`,
    onProgress,
    stillThere,
    judged: ({ id, verdict }) => {
      if (!options.failFast || (verdict !== 'fail' && verdict !== 'error')) return;
      // What the first of them has ended would only be named anew.
      if (!stop.aborted) failed.abort(new Error(`${id} failed, and the run ends at the first failure`));
    },
    cutShort: () => {
      if (gone.signal.aborted) return 'the target no longer answers';
      if (failed.signal.aborted) return (failed.signal.reason as Error).message;
      return whatEnded(signal);
    },
  };
}

/** The device of the profile that is added and removed, under the name under which it is leased. */
export const MANAGED = '$managed';

function leasable({ devices, management }: RunInput['profile']): LeasesOptions['devices'] {
  return { ...devices, ...(management && { [MANAGED]: management }) };
}

/** What comes to nothing, or is ended by the signal, is done when all else has ended. */
async function restoreEarly(
  safety: SafetyPort | undefined,
  deviceId: string,
  restedAt: number,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const stop = onAbort(signal, () => ended.abort());
  await safety?.restoreEarly?.(deviceId, { restedAt, signal: ended.signal });
  stop();
}

/** Nobody has looked at a device that is not there. */
function lookedAt({ profile, refreshedAt }: RunInput): readonly (readonly [string, number])[] {
  if (refreshedAt === undefined) return [];
  return Object.values(profile.devices).map(({ deviceId }) => [deviceId, refreshedAt]);
}
