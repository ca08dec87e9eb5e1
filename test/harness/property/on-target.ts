// Random programs on a target: a simulator that stays the same for all of them, with a clock that jumps, so that
// what takes minutes on a bench takes seconds here.
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import type { Executor } from '../../../src/harness/property/executor.js';
import { search } from '../../../src/harness/property/search.js';
import type { SearchOptions, SearchResult } from '../../../src/harness/property/search-port.js';
import { prepare } from '../../../src/harness/run/prepare.js';
import { executorOn } from '../../../src/harness/run/run-programs.js';
import { createScheduler } from '../../../src/harness/run/scheduler.js';
import { createLeases } from '../../../src/harness/target/leases.js';
import { createRefreshBook } from '../../../src/harness/target/refresh-book.js';
import { watched } from '../../../src/harness/run/run-context.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { VirtualClock } from '../../../src/kernel/virtual-clock.js';
import { simulated } from '../../property/executor.js';
import type { Profile } from '../../../src/harness/profile/profile.js';

export interface OnTarget {
  readonly defect?: string;
  readonly seed?: number;
  readonly jobs?: number;
  /** Names of its devices that the profile lists; default: all. */
  readonly devices?: readonly string[];
  /** Devices that the profile names beside those. */
  readonly more?: Profile['devices'];
  readonly requestsPerSecond?: number;
  readonly signal?: AbortSignal;
}

export interface TargetRig {
  readonly executor: Executor;
  readonly clock: VirtualClock;
  readonly profile: Profile;
  /** Devices that are not as they were before the run, in words, once all has been put back. */
  restore(): Promise<readonly string[]>;
}

/** Does something with an executor on a simulator, and closes both. */
export async function onTarget<T>(
  {
    defect,
    seed = 1,
    jobs = 16,
    devices,
    more,
    requestsPerSecond,
    signal = new AbortController().signal,
  }: OnTarget,
  act: (rig: TargetRig) => Promise<T>,
): Promise<T> {
  const { open, clock } = await openInProcess({
    ...simulated(defect === undefined ? {} : { defect }),
    seed,
  });
  const listed = Object.entries(open.profile.devices).filter(([name]) => devices?.includes(name) ?? true);
  const profile = {
    ...open.profile,
    devices: { ...Object.fromEntries(listed), ...more },
    requestsPerSecond: requestsPerSecond ?? open.profile.requestsPerSecond,
  };
  const work = async (): Promise<T> => {
    const preparation = await prepare({ ...open, profile }, { signal });
    if (!preparation.ok) throw new Error('the simulator could not be prepared');
    const { target, safety } = preparation.prepared;
    const stimuli = watched(open.stimuli, safety);
    const refreshes = createRefreshBook();
    const leases = createLeases({ clock, refreshes, devices: profile.devices });
    const scheduler = createScheduler({ clock, parallel: jobs, leases, signal });
    const executor = executorOn(
      {
        target,
        profile,
        leases,
        refreshes,
        scheduler,
        safety,
        stimuli,
        random: createRandom(seed),
        signal,
        parallel: jobs,
      },
      { offers: open.stimuli.offers },
    );
    if (!executor) throw new Error('there is no device for programs');
    const restore = async (): Promise<readonly string[]> => [
      ...(await stimuli.undoAll(target)),
      ...(await safety.restore()),
    ];
    return act({ executor, clock, profile, restore });
  };
  return clock.runUntil(thenClose(work(), open));
}

export interface TargetSearch {
  readonly found: SearchResult;
  readonly setAside: readonly string[];
  readonly notRestored: readonly string[];
  /** Of the simulator's clock, in ms. */
  readonly took: number;
}

/** @param time of the simulator's clock, in ms. */
export function searchOnTarget(
  where: OnTarget,
  time: number,
  more: Partial<SearchOptions> = {},
): Promise<TargetSearch> {
  return onTarget(where, async ({ executor, clock, restore }) => {
    const startedAt = clock.now();
    const found = await search({
      executor,
      random: createRandom(where.seed ?? 1),
      runs: Number.MAX_SAFE_INTEGER,
      time,
      clock,
      mostUnfinished: 16,
      shrinking: { programs: 60, time: 120_000 },
      signal: where.signal ?? new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    });
    const took = clock.now() - startedAt;
    return { found, setAside: executor.setAside?.() ?? [], notRestored: await restore(), took };
  });
}
