// Runs jobs side by side, each with the devices that it needs to itself: long waits first, no job is passed over
// for ever, and refreshes go to devices that have rested since the last one.
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { Leases } from '../target/leases.js';
import { waitUntil } from '../target/wait-until.js';
import { type ClientUse, createClientUse, type UsesClients } from './client-use.js';
import { createDeviceChoice, type DeviceChoice, type Lease } from './device-choice.js';
import { type Estimated, leadOf } from './estimate.js';

export interface Job extends UsesClients {
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
  /** Others may lease from it at the same time. */
  readonly leases: Leases;
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
  { clock, parallel, leases, signal, onSpare }: ScheduleOptions,
): Promise<readonly Job[]> {
  const choice = createDeviceChoice(jobs, clock.now, leases);
  const spares = createSpares(onSpare);
  // Those that run alone come first: later, all others would have to end before.
  const queue: Waiting[] = jobs
    .toSorted((a, b) => rank(b) - rank(a) || choice.demand(b) - choice.demand(a))
    .map((job) => ({ job, overtaken: 0 }));
  const running = new Set<Promise<void>>();
  const own = new Set<string>();
  const clients = createClientUse();
  let alone = false;

  const start = (job: Job, lease: Lease): void => {
    const devices = Object.values(lease);
    leases.take(devices);
    devices.forEach((device) => own.add(device));
    alone = job.exclusive;
    clients.begin(job);
    const ended = job.run(lease).then(() => {
      leases.giveBack(devices);
      for (const device of devices) own.delete(device);
      alone = false;
      clients.end(job);
      running.delete(ended);
    });
    running.add(ended);
  };

  const next = (): Startable | undefined =>
    signal?.aborted || alone || running.size >= parallel
      ? undefined
      : firstStartable(queue, { choice, clients, idle: running.size === 0 });

  const outlook = (): Outlook => outlookOn(signal?.aborted ? [] : queue, { choice, leases, own });

  /** Where jobs wait for nothing but each other, the first one that could start at all. */
  const stuck = (): Startable | undefined => {
    const { rested, released } = outlook();
    const waits = running.size > 0 || rested !== undefined || released !== undefined;
    return waits || signal?.aborted ? undefined : firstAtAll(queue, choice);
  };

  for (;;) {
    for (let found = next() ?? stuck(); found; found = next()) {
      const [entry] = queue.splice(found.at, 1);
      for (const passed of queue.slice(0, found.at))
        if (bereaves(choice, found.lease, passed.job)) passed.overtaken++;
      if (entry) start(entry.job, found.lease);
    }
    if (!alone && !signal?.aborted) spares.tell(choice.free(), queue);
    const { rested, released } = outlook();
    if (running.size === 0 && rested === undefined && !released) return queue.map(({ job }) => job);
    await oneOf({ running, rested, released, clock, signal });
  }
}

interface Ground {
  readonly choice: DeviceChoice;
  readonly clients: ClientUse;
  /** No job is running. */
  readonly idle: boolean;
}

/** The first job in the queue that can start now. */
function firstStartable(queue: readonly Waiting[], { choice, clients, idle }: Ground): Startable | undefined {
  const wanted = wantedBy(queue);
  const reserved = new Set<string>();
  const kept = clients.keep();
  for (const [at, { job, overtaken }] of queue.entries()) {
    const free = (!job.exclusive || idle) && clients.areFree(job, kept);
    const patient = overtaken < MOST_OVERTAKINGS;
    const options = { wanted: patient ? wanted : NONE, except: reserved };
    const lease = free ? choice.offer(job, options) : undefined;
    if (lease) return { at, lease };
    if (patient) continue;
    // It has waited long enough: until it runs, no job takes a device that it could use.
    if (job.exclusive) return undefined;
    for (const device of devicesOf(job)) reserved.add(device);
  }
  return undefined;
}

/** The first job for which there are devices, whoever else wants these or its clients. */
function firstAtAll(queue: readonly Waiting[], choice: DeviceChoice): Startable | undefined {
  for (const [at, { job }] of queue.entries()) {
    const lease = choice.offer(job, { wanted: NONE, except: NONE });
    if (lease) return { at, lease };
  }
  return undefined;
}

interface Outlook {
  /** When the next of the free devices has rested. */
  readonly rested: number | undefined;
  /** Where jobs wait for devices that others have. */
  readonly released: Leases['released'] | undefined;
}

/** What jobs wait for that have not begun. */
function outlookOn(
  queue: readonly Waiting[],
  {
    choice,
    leases,
    own,
  }: Pick<Ground, 'choice'> & { readonly leases: Leases; readonly own: ReadonlySet<string> },
): Outlook {
  const waiting = queue.map(({ job }) => job);
  return {
    rested: waiting.length === 0 ? undefined : choice.nextRested(waiting),
    released: isLent(waiting, leases, own) ? leases.released : undefined,
  };
}

/** Whether the job lacks devices, and one that it could use is taken now; to let one rest is no lack. */
function bereaves(choice: DeviceChoice, lease: Lease, job: Job): boolean {
  if (job.exclusive) return true;
  const usable = devicesOf(job);
  if (!Object.values(lease).some((device) => usable.includes(device))) return false;
  return !choice.couldOffer(job);
}

/** Those that run alone come first, then those that have their clients to themselves. */
function rank({ exclusive, apart = false }: Job): number {
  return 2 * Number(exclusive) + Number(apart);
}

/** Whether a waiting job could use a device that others have. */
function isLent(waiting: readonly Job[], { isFree }: Leases, own: ReadonlySet<string>): boolean {
  return waiting.some((job) => devicesOf(job).some((device) => !isFree(device) && !own.has(device)));
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

interface NextChange extends Outlook, Pick<ScheduleOptions, 'clock'> {
  readonly running: ReadonlySet<Promise<void>>;
  readonly signal: AbortSignal | undefined;
}

/** A job has ended, a device has rested or was given back, or nothing more is to be started. */
async function oneOf({ running, rested, released, clock, signal }: NextChange): Promise<void> {
  const over = new AbortController();
  const waits = [
    ...(rested === undefined ? [] : [waitUntil(clock, rested, over.signal)]),
    ...(released ? [released(over.signal)] : []),
  ];
  const stop = signal && onAbort(signal, () => over.abort());
  await Promise.race([...running, ...waits]);
  stop?.();
  over.abort();
}
