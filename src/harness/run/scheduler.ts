// Gives devices to whoever of a run asks for some: long waits first, nobody is passed over for ever, and refreshes go
// to devices that have rested since the last one.
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { Leases } from '../target/leases.js';
import type { Lease, LeaseRequest, Lessor } from '../target/lessor.js';
import { waitUntil } from '../target/retry.js';
import { type AtWork, createAtWork } from './at-work.js';
import { createDeviceChoice, type DeviceChoice } from './device-choice.js';
import { createLoans, type Loans } from './loans.js';
import {
  createQueue,
  devicesOf,
  type QueueEntry,
  isBound,
  NONE,
  type Overview,
  type Queue,
  type WaitingEntry,
} from './queue.js';

export interface Job extends LeaseRequest {
  readonly id: string;
  /** Never rejects. */
  run(lease: Lease): Promise<void>;
}

export interface Scheduler extends Lessor, Pick<Loans, 'lend'> {
  /** Resolves when all jobs have ended; with those that were never started. */
  run(jobs: readonly Job[]): Promise<readonly Job[]>;
  /** Nothing more will be asked for: what is not waited for is spare. */
  close(): void;
}

export interface SchedulerOptions {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  /** Jobs at a time, at most. It is asked for each time: a machine that is late does fewer. */
  readonly parallel: number;
  /** Others may lease from it at the same time. */
  readonly leases: Leases;
  /** Nothing is started any more; what runs goes on. */
  readonly signal?: AbortSignal;
  /** Told once of each device that nobody will use any more. */
  readonly onSpare?: (device: string) => void;
}

/** Later jobs may start before one that has to wait for a device, but not more often than this. */
const MOST_OVERTAKINGS = 16;
/** Several devices are hardly ever free at the same time: what needs them would wait long without this. */
const MOST_OVERTAKINGS_OF_SEVERAL = 1;

interface Startable {
  readonly at: number;
  readonly lease: Lease;
  /** The device is lent for a while. */
  readonly borrowed?: true;
}

interface Outlook {
  /** When the next of the free devices has rested. */
  readonly rested: number | undefined;
  /** Others have devices that are waited for. */
  readonly lent: boolean;
}

const NOTHING: Outlook = { rested: undefined, lent: false };

interface Ground {
  readonly choice: DeviceChoice;
  readonly atWork: AtWork;
  readonly leases: Leases;
  readonly loans: Loans;
  readonly pace: Pick<SchedulerOptions, 'parallel'>;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, leases, signal } = options;
  const choice = createDeviceChoice(clock.now, leases);
  const spares = createSpares(leases, options.onSpare);
  const atWork = createAtWork(leases);
  const loans = createLoans(clock, leases);
  const ground = { choice, atWork, leases, loans, pace: options };
  const queue = createQueue();
  let closed = false;
  let watching = new AbortController();

  const start = ({ entry: { request, begin }, lease, borrowed }: Taken): void => {
    const returned = borrowed ? loans.begin(lease) : undefined;
    atWork.begin(request, lease, borrowed);
    const giveBack = (): void => {
      atWork.end(request, lease, borrowed);
      returned?.();
      soon();
    };
    begin({ lease, giveBack });
  };

  /** What is given back in one go is looked at once. */
  const soon = onceSoon(() => advance());

  /** Starts what can start, and sees to it that this is done again when more can. */
  const advance = (): void => {
    watching.abort();
    watching = new AbortController();
    const over = watching.signal;
    const again = (): void => void (over.aborted || advance());
    const isEnded = signal?.aborted ?? false;
    if (!isEnded) for (let next = takeNext(queue, ground); next; next = takeNext(queue, ground)) start(next);
    if (closed && !isEnded && !atWork.isAlone) spares.tell(queue);
    const { rested, lent } = isEnded ? NOTHING : outlookOn(queue, ground);
    if (isEnded || (atWork.count === 0 && rested === undefined && !lent))
      for (const { never } of queue.takeAll()) never();
    if (rested !== undefined) void waitUntil(clock, rested, over).then(again);
    if (lent) void leases.released(over).then(again);
  };
  if (signal) onAbort(signal, advance);

  const add = (entries: readonly QueueEntry[]): void => {
    for (const { request } of entries) spares.know(devicesOf(request));
    queue.add(entries);
    advance();
  };

  return {
    lease: (request) =>
      new Promise((resolve) => add([{ request, begin: resolve, never: () => resolve(undefined) }])),
    run: (jobs) => runAll(jobs, add),
    lend: (devices, until) => {
      const takeBack = loans.lend(devices, until);
      advance();
      return takeBack;
    },
    close: () => {
      closed = true;
      advance();
    },
  };
}

/** However often it is asked for in one go, it is done once, straight afterwards. */
function onceSoon(work: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(() => {
      isAsked = false;
      work();
    });
  };
}

/** What is waited for beside the end of what is at work. */
function outlookOn({ overview }: Queue, { choice, leases, atWork }: Ground): Outlook {
  return { rested: choice.nextRested(overview), lent: isLent(overview, leases, atWork) };
}

interface Taken extends Pick<Startable, 'lease' | 'borrowed'> {
  readonly entry: WaitingEntry;
}

/** Takes out of the queue what can start now; where all wait for nothing but each other, what could start at all. */
function takeNext(queue: Queue, ground: Ground): Taken | undefined {
  const { choice, atWork } = ground;
  const isStuck = (): boolean => {
    if (atWork.count > 0) return false;
    const { rested, lent } = outlookOn(queue, ground);
    return rested === undefined && !lent;
  };
  const found =
    firstStartable(queue, ground) ??
    firstBorrowing(queue, ground) ??
    (isStuck() ? firstAtAll(queue.waiting, choice) : undefined);
  const entry = found && queue.takeAt(found.at);
  if (!found || !entry) return undefined;
  if (!found.borrowed)
    for (const passed of queue.waiting.slice(0, found.at))
      if (takesFrom(passed, found.lease, choice)) passed.overtaken++;
  return { ...found, entry };
}

/** The first in the queue that can start now. */
function firstStartable(
  { waiting, overview }: Queue,
  { choice, atWork, leases, loans, pace }: Ground,
): Startable | undefined {
  if (atWork.isAlone || atWork.count - loans.inUse >= pace.parallel) return undefined;
  const { wanted, needed, left, areAllBound } = overview;
  const reserved = new Set<string>();
  const resting = new Set<string>();
  const isItsTurn = atWork.turns();
  for (const [at, { request, demand, usable, overtaken }] of waiting.entries()) {
    const patient = overtaken < mostOvertakings(request);
    // What can have no other device need not wait until nobody else would refresh this one, and what takes as long as
    // all that is left must not come last.
    const yields = patient && (areAllBound || !isBound(request)) && demand < left;
    const options = { wanted: yields ? wanted : NONE, needed, except: reserved, resting };
    const mayBegin = isItsTurn(request);
    const lease =
      mayBegin && (usable.length === 0 || usable.some(leases.isFree))
        ? choice.offer(request, options)
        : undefined;
    if (lease) return { at, lease };
    // Devices that are kept for what waits for something else would be idle.
    if (patient || (!request.exclusive && (!mayBegin || lacksItsOnlyDevice(request, leases)))) continue;
    // It has waited long enough: until it runs, nobody takes a device that it could use.
    if (request.exclusive) return undefined;
    for (const [name, devices] of Object.entries(request.devices)) {
      const kept = name in request.waits.refreshes ? resting : reserved;
      for (const device of devices) kept.add(device);
    }
  }
  return undefined;
}

/** The first in the queue that can be done on a device which somebody lends; who lends it does nothing meanwhile. */
function firstBorrowing(
  { waiting, overview }: Queue,
  { atWork, loans, pace }: Ground,
): Startable | undefined {
  if (atWork.isAlone || atWork.count - loans.inUse > pace.parallel) return undefined;
  // What is to run alone waits for all that is at work.
  if (overview.isAnyExclusive) return undefined;
  const isItsTurn = atWork.turns();
  for (const [at, { request }] of waiting.entries()) {
    const lease = isItsTurn(request) ? loans.offer(request) : undefined;
    if (lease) return { at, lease, borrowed: true };
  }
  return undefined;
}

function mostOvertakings({ devices }: LeaseRequest): number {
  return Object.keys(devices).length > 1 ? MOST_OVERTAKINGS_OF_SEVERAL : MOST_OVERTAKINGS;
}

/** The first for which there are devices, whoever else wants these or its clients. */
function firstAtAll(queue: readonly WaitingEntry[], choice: DeviceChoice): Startable | undefined {
  for (const [at, { request }] of queue.entries()) {
    const lease = choice.offer(request, { wanted: NONE, needed: NONE, except: NONE, resting: NONE });
    if (lease) return { at, lease };
  }
  return undefined;
}

async function runAll(
  jobs: readonly Job[],
  add: (entries: readonly QueueEntry[]) => void,
): Promise<readonly Job[]> {
  const never: Job[] = [];
  const entries: QueueEntry[] = [];
  const ended = jobs.map(
    (job) =>
      new Promise<void>((over) => {
        entries.push({
          request: job,
          begin: ({ lease, giveBack }) => void job.run(lease).then(giveBack).then(over),
          never: () => {
            never.push(job);
            over();
          },
        });
      }),
  );
  add(entries);
  await Promise.all(ended);
  return never;
}

/** Whether it lacks devices, and one that it could use is taken now; to let one rest is no lack. */
function takesFrom({ request, usable }: WaitingEntry, lease: Lease, choice: DeviceChoice): boolean {
  if (request.exclusive) return true;
  if (!Object.values(lease).some((device) => usable.includes(device))) return false;
  return !choice.couldOffer(request);
}

/** One of its devices can be no other, and others have that. */
function lacksItsOnlyDevice({ devices }: LeaseRequest, { isFree }: Leases): boolean {
  return Object.values(devices).some(([only, second]) => only !== undefined && !second && !isFree(only));
}

/** Whether something waits that could use a device that others have. */
function isLent({ devices }: Overview, { isFree }: Leases, atWork: AtWork): boolean {
  for (const device of devices) if (!isFree(device) && !atWork.has(device)) return true;
  return false;
}

/** Tells once of each known device that is free, and that nobody who waits could use. */
function createSpares({ isFree }: Leases, onSpare: ((device: string) => void) | undefined) {
  const known = new Set<string>();
  const told = new Set<string>();
  return {
    know: (devices: readonly string[]): void => {
      for (const device of devices) known.add(device);
    },
    tell: ({ overview }: Queue): void => {
      // What runs alone must not meet what is done to a device that is told of.
      if (told.size === known.size || overview.isAnyExclusive) return;
      for (const device of known) {
        if (told.has(device) || overview.devices.has(device) || !isFree(device)) continue;
        told.add(device);
        onSpare?.(device);
      }
    },
  };
}
