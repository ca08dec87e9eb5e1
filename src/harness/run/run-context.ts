// What the phases of a run share: the record of refreshes, the leases, whether the target still answers, the signal that ends it.
import { createRandom, type Random } from '../../kernel/random.js';
import { createLeases, type Leases } from '../target/leases.js';
import { createLiveness, type Liveness } from '../target/liveness.js';
import { createRefreshBook, type RefreshBook } from '../target/refresh-book.js';
import { isThere } from './calibrate.js';
import { whatEnded } from './deadline.js';
import type { OnProgress } from './progress.js';
import type { RunOptions } from './run-options.js';
import { watched } from './watched.js';

/** Checks or programs at a time, where nothing else is said. */
const DEFAULT_PARALLEL = 16;

export interface RunContext extends Omit<RunOptions, 'plan' | 'programs'> {
  readonly roundTrip: number;
  readonly random: Random;
  /** Ends the run: it was interrupted, or the target is gone. */
  readonly signal: AbortSignal;
  readonly runMark: string;
  readonly refreshes: RefreshBook;
  /** Of the devices of the profile, by their names there. */
  readonly leases: Leases;
  readonly liveness: Liveness;
  readonly onProgress: OnProgress;
  readonly parallel: number;
  /** Asks the target; one that does not answer ends the run. */
  stillThere(): Promise<boolean>;
  /** Why the run was ended early, in words; undefined when it was not. */
  cutShort(): string | undefined;
}

/** @param options of the run. @param roundTrip of its calibration, in ms. */
export function createRunContext(options: RunOptions, roundTrip: number, onProgress: OnProgress): RunContext {
  const { target, profile, seed, signal, stimuli, safety } = options;
  const { clock } = target;
  const gone = new AbortController();
  const stop = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal;
  const random = createRandom(seed);
  const refreshes = createRefreshBook(lookedAt(options));
  const stillThere = async (): Promise<boolean> => {
    const answered = stop.aborted || (await isThere(target, Object.keys(profile.clients)[0] ?? '', stop));
    if (!answered && !stop.aborted) gone.abort(new Error('the target no longer answers'));
    return answered;
  };
  return {
    ...options,
    ...(stimuli && { stimuli: watched(stimuli, safety) }),
    parallel: options.parallel ?? DEFAULT_PARALLEL,
    refreshes,
    leases: createLeases({ clock, refreshes, devices: profile.devices }),
    liveness: createLiveness(clock, stillThere),
    roundTrip,
    random,
    signal: stop,
    // Keys of two runs must never meet, also when their seeds are the same.
    runMark: `${Math.round(clock.now()).toString(36)}-${random.stream('run').token(4)}`,
    onProgress,
    stillThere,
    cutShort: () => {
      if (gone.signal.aborted) return 'the target no longer answers';
      return whatEnded(signal);
    },
  };
}

/** Nobody has looked at a device that is not there. */
function lookedAt({ profile, refreshedAt }: RunOptions): readonly (readonly [string, number])[] {
  if (refreshedAt === undefined) return [];
  return Object.values(profile.devices).map(({ deviceId }) => [deviceId, refreshedAt]);
}
