// Runs jobs side by side, each with the devices that it needs to itself: long waits first, nobody starves.
import { distinct } from './planning/distinct.js';

export interface Job {
  readonly id: string;
  /** Devices that would do, by the name under which the job knows them. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
  /** Nothing else may run at the same time. */
  readonly exclusive: boolean;
  /** The least time that it takes on purpose, in ms. */
  readonly waits: number;
  /** Never rejects. */
  run(lease: Readonly<Record<string, string>>): Promise<void>;
}

export interface ScheduleOptions {
  /** Jobs at a time, at most. */
  readonly parallel: number;
  /** No job is started any more; those that run are waited for. */
  readonly signal?: AbortSignal;
}

/** Later jobs may start before one that has to wait for a device, but not more often than this. */
const MOST_OVERTAKINGS = 16;

interface Waiting {
  readonly job: Job;
  overtaken: number;
}

/** Resolves when all jobs have ended; with those that were never started. */
export async function schedule(
  jobs: readonly Job[],
  { parallel, signal }: ScheduleOptions,
): Promise<readonly Job[]> {
  const queue: Waiting[] = jobs.toSorted((a, b) => b.waits - a.waits).map((job) => ({ job, overtaken: 0 }));
  const leases = createLeases();
  const running = new Set<Promise<void>>();
  let alone = false;

  const start = (job: Job, lease: Readonly<Record<string, string>>): void => {
    leases.take(Object.values(lease));
    alone = job.exclusive;
    const ended = job.run(lease).finally(() => {
      leases.giveBack(Object.values(lease));
      alone = false;
      running.delete(ended);
    });
    running.add(ended);
  };

  /** The first job in the queue that can start now. */
  const next = (): { readonly at: number; readonly lease: Readonly<Record<string, string>> } | undefined => {
    if (alone || running.size >= parallel) return undefined;
    for (const [at, { job, overtaken }] of queue.entries()) {
      const lease = !job.exclusive || running.size === 0 ? leases.offer(job.devices) : undefined;
      if (lease) return { at, lease };
      // It has waited long enough: nobody passes until it runs.
      if (overtaken >= MOST_OVERTAKINGS) return undefined;
    }
    return undefined;
  };

  for (;;) {
    for (let found = signal?.aborted ? undefined : next(); found; found = next()) {
      const [entry] = queue.splice(found.at, 1);
      for (const passed of queue.slice(0, found.at)) passed.overtaken++;
      if (entry) start(entry.job, found.lease);
    }
    if (running.size === 0) return queue.map(({ job }) => job);
    await Promise.race(running);
  }
}

interface Leases {
  /** A free device for each name; undefined when there are not enough. */
  offer(
    candidates: Readonly<Record<string, readonly string[]>>,
  ): Readonly<Record<string, string>> | undefined;
  take(devices: readonly string[]): void;
  giveBack(devices: readonly string[]): void;
}

function createLeases(): Leases {
  const taken = new Set<string>();
  /** When a device was given back last: one that has rested longest has its refresh budget again. */
  const restedSince = new Map<string, number>();
  let turn = 0;
  return {
    offer: (candidates) => {
      const free = Object.entries(candidates).map(([name, devices]) => {
        const rested = devices
          .filter((device) => !taken.has(device))
          .toSorted((a, b) => (restedSince.get(a) ?? 0) - (restedSince.get(b) ?? 0));
        return [name, rested] as const;
      });
      for (const lease of distinct(Object.fromEntries(free))) return lease;
      return undefined;
    },
    take: (devices) => {
      for (const device of devices) taken.add(device);
    },
    giveBack: (devices) => {
      turn++;
      for (const device of devices) {
        taken.delete(device);
        restedSince.set(device, turn);
      }
    },
  };
}
