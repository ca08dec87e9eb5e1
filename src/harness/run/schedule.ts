// Runs jobs side by side, each with the devices that it needs to itself: long waits first, nobody starves, and
// refreshes go to devices that have rested since the last one.
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import { type Estimated, leadOf } from './estimate.js';
import { createLeases, type Lease } from './leases.js';
import { waitUntil } from '../target/wait-until.js';

export interface Job {
  readonly id: string;
  /** Devices that would do, by the name under which the job knows them. */
  readonly devices: Readonly<Record<string, readonly string[]>>;
  /** Nothing else may run at the same time. */
  readonly exclusive: boolean;
  readonly waits: Estimated;
  /** Never rejects. */
  run(lease: Lease): Promise<void>;
}

export interface ScheduleOptions {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  /** Jobs at a time, at most. */
  readonly parallel: number;
  /** From when on a refresh of the device can be accepted, on the clock; default: always. */
  readonly restedAt?: (device: string) => number;
  /** No job is started any more; those that run are waited for. */
  readonly signal?: AbortSignal;
  /** Told once of each device that no job will use any more. */
  readonly onSpare?: (device: string) => void;
}

/** Later jobs may start before one that has to wait for a device, but not more often than this. */
const MOST_OVERTAKINGS = 16;

const NONE: ReadonlySet<string> = new Set();

/** What refreshes so soon after its start, in ms, can make good use of a device that has rested. */
const SOON = 500;

interface Waiting {
  readonly job: Job;
  overtaken: number;
}

interface Startable {
  readonly at: number;
  readonly lease: Lease;
}

/** Resolves when all jobs have ended; with those that were never started. */
export async function schedule(
  jobs: readonly Job[],
  { clock, parallel, restedAt = () => -Infinity, signal, onSpare }: ScheduleOptions,
): Promise<readonly Job[]> {
  const leases = createLeases(jobs, clock.now, restedAt);
  // Those that run alone come first: later, all others would have to end before.
  const queue: Waiting[] = jobs
    .toSorted((a, b) => Number(b.exclusive) - Number(a.exclusive) || leases.demand(b) - leases.demand(a))
    .map((job) => ({ job, overtaken: 0 }));
  const running = new Set<Promise<void>>();
  let alone = false;

  const start = (job: Job, lease: Lease): void => {
    leases.take(lease);
    alone = job.exclusive;
    const ended = job.run(lease).then(() => {
      leases.giveBack(lease);
      alone = false;
      running.delete(ended);
    });
    running.add(ended);
  };

  /** The first job in the queue that can start now. */
  const next = (): Startable | undefined => {
    if (alone || running.size >= parallel) return undefined;
    const wanted = wantedBy(queue);
    const reserved = new Set<string>();
    for (const [at, { job, overtaken }] of queue.entries()) {
      const free = !job.exclusive || running.size === 0;
      const patient = overtaken < MOST_OVERTAKINGS;
      const options = { wanted: patient ? wanted : NONE, except: reserved };
      const lease = free ? leases.offer(job, options) : undefined;
      if (lease) return { at, lease };
      if (patient) continue;
      // It has waited long enough: nobody takes a device that it could use until it runs.
      if (job.exclusive) return undefined;
      for (const device of devicesOf(job)) reserved.add(device);
    }
    return undefined;
  };
  /** Whether the job lacks devices, and one that it could use is taken now; to let one rest is no lack. */
  const bereaves = (lease: Lease, job: Job): boolean => {
    if (job.exclusive) return true;
    const usable = devicesOf(job);
    if (!Object.values(lease).some((device) => usable.includes(device))) return false;
    return !leases.couldOffer(job);
  };

  const spares = createSpares(onSpare);

  for (;;) {
    for (let found = signal?.aborted ? undefined : next(); found; found = next()) {
      const [entry] = queue.splice(found.at, 1);
      for (const passed of queue.slice(0, found.at))
        if (bereaves(found.lease, passed.job)) passed.overtaken++;
      if (entry) start(entry.job, found.lease);
    }
    if (!alone && !signal?.aborted) spares.tell(leases.free(), queue);
    const rested =
      signal?.aborted || queue.length === 0 ? undefined : leases.nextRested(queue.map(({ job }) => job));
    if (running.size === 0 && rested === undefined) return queue.map(({ job }) => job);
    await oneOf(running, rested, clock, signal);
  }
}

/** Tells once of each device that no waiting job could use. */
function createSpares(onSpare: ((device: string) => void) | undefined) {
  const told = new Set<string>();
  return {
    tell: (free: readonly string[], queue: readonly Waiting[]): void => {
      // What runs alone must not meet what is done to a device that is told of.
      if (queue.some(({ job }) => job.exclusive)) return;
      const usable = new Set(queue.flatMap(({ job }) => devicesOf(job)));
      for (const device of free.filter((each) => !usable.has(each) && !told.has(each))) {
        told.add(device);
        onSpare?.(device);
      }
    },
  };
}

/** Devices that some job would refresh as soon as they have rested. */
function wantedBy(queue: readonly Waiting[]): ReadonlySet<string> {
  const wanting = queue.flatMap(({ job: { devices, waits } }) =>
    Object.entries(devices).filter(([name]) => (leadOf(waits, name) ?? Infinity) <= SOON),
  );
  return new Set(wanting.flatMap(([, devices]) => devices));
}

function devicesOf({ devices }: Job): readonly string[] {
  return Object.values(devices).flat();
}

/** A job has ended, a device has rested, or nothing more is to be started. */
async function oneOf(
  running: ReadonlySet<Promise<void>>,
  rested: number | undefined,
  clock: Pick<Clock, 'now' | 'setTimer'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const over = new AbortController();
  const waits = rested === undefined ? [] : [waitUntil(clock, rested, over.signal)];
  const stop = signal && onAbort(signal, () => over.abort());
  await Promise.race([...running, ...waits]);
  stop?.();
  over.abort();
}
