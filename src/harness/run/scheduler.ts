// Gives devices to whoever of a run asks for some: the longest that could begin comes first (in the order of the plan a
// run takes 10 to 20 % longer), and what refreshes a device begins once one has rested (13 to 20 %): decision 0014.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { Clock } from '../../kernel/clock.js';
import { onAbort } from '../../kernel/on-abort.js';
import type { Held, Lease, LeaseRequest, Leases, Lessor } from '../target/leases.js';
import { waitUntil } from '../target/retry.js';
import { distinct } from './bind.js';

export interface SchedulerOptions {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  /** Leases at a time, at most. It is asked for each time: a machine that is late does fewer. */
  readonly parallel: number;
  /** Others may lease from it at the same time. */
  readonly leases: Leases;
  /** Nothing is given any more; what is leased stays so. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly request: LeaseRequest;
  /** Undefined: it gets nothing, neither now nor later. */
  readonly tell: (held: Held | undefined) => void;
}

/** A job may begin so long before its first refresh can be accepted, beside what it does until then; in ms. */
const EARLY = 20;

export function createScheduler(options: SchedulerOptions): Lessor {
  const { clock, leases, signal } = options;
  const waiting: Waiting[] = [];
  const working = new Map<LeaseRequest, Lease>();
  let watching = new AbortController();
  let isDue = false;

  /** What is asked for or given back in one go is looked at once. */
  const advanceSoon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      advance();
    });
  };
  const begin = ({ request, tell }: Waiting, lease: Lease): void => {
    leases.take(Object.values(lease));
    working.set(request, lease);
    const giveBack = (): void => {
      working.delete(request);
      leases.giveBack(Object.values(lease));
      advanceSoon();
    };
    tell({ lease, giveBack });
  };
  const take = () => takeNext(waiting, working, options);

  /** Starts what can start, and sees to it that this is done again when more can. */
  const advance = (): void => {
    watching.abort();
    watching = new AbortController();
    const over = watching.signal;
    const again = (): void => void (over.aborted || advance());
    const isEnded = signal?.aborted ?? false;
    if (!isEnded) for (let next = take(); next; next = take()) begin(next.entry, next.lease);
    const rested = isEnded ? undefined : nextRested(waiting, clock.now(), leases);
    const own = new Set([...working.values()].flatMap((lease) => Object.values(lease)));
    const wanted = waiting.flatMap(({ request }) => Object.values(request.devices).flat());
    const isLent = wanted.some((device) => !leases.isFree(device) && !own.has(device));
    if (isEnded || (working.size === 0 && rested === undefined && !isLent))
      for (const { tell } of waiting.splice(0)) tell(undefined);
    else if (rested !== undefined) void waitUntil(clock, rested, over).then(again);
    if (isLent && !isEnded) void leases.released(over).then(again);
  };
  if (signal) onAbort(signal, advance);

  return {
    lease: (request) =>
      new Promise((tell) => {
        waiting.push({ request, tell });
        waiting.sort(
          (a, b) => rank(b.request) - rank(a.request) || demandOf(b.request) - demandOf(a.request),
        );
        advanceSoon();
      }),
  };
}

/** Takes the first out of those that wait that can begin now. */
function takeNext(
  waiting: Waiting[],
  working: ReadonlyMap<LeaseRequest, Lease>,
  { clock, leases, parallel }: SchedulerOptions,
): { readonly entry: Waiting; readonly lease: Lease } | undefined {
  const isAlone = [...working.keys()].some(({ exclusive }) => exclusive);
  if (isAlone || working.size >= parallel) return undefined;
  const mayUse = clientsOf(working.keys());
  for (const [at, entry] of waiting.entries()) {
    const { request } = entry;
    // They come first, or all others would have to end before.
    if (request.exclusive && working.size > 0) return undefined;
    const lease = mayUse(request) ? devicesFor(request, clock.now(), leases) : undefined;
    if (lease) {
      waiting.splice(at, 1);
      return { entry, lease };
    }
    if (request.exclusive) return undefined;
  }
  return undefined;
}

/**
 * Those that run alone come first, then those that have their clients to themselves, then what refreshes a device or
 * needs several: all else fills the time in which devices rest.
 */
function rank({ exclusive, apart = false, devices, waits }: LeaseRequest): number {
  const isBusy = Object.keys(waits.refreshes).length > 0 || Object.keys(devices).length > 1;
  return 4 * Number(exclusive) + 2 * Number(apart) + Number(isBusy);
}

/** For how long it keeps its devices from others, their rest after it included; in ms. */
function demandOf({ waits: { span, refreshes } }: Pick<LeaseRequest, 'waits'>): number {
  const rests = Object.values(refreshes).map(({ last }) => REFRESH_MIN_INTERVAL - (span - last));
  return span + Math.max(0, ...rests);
}

/** Whether a job may use its clients: one that has them to itself has them next, and none behind it takes them. */
function clientsOf(working: Iterable<LeaseRequest>): (request: LeaseRequest) => boolean {
  const used = new Set<string>();
  const kept = new Set<string>();
  for (const { clients = [], apart = false } of working)
    for (const client of clients) (apart ? kept : used).add(client);
  return ({ clients = [], apart = false }) => {
    const may = clients.every((client) => !kept.has(client) && !(apart && used.has(client)));
    if (apart) for (const client of clients) kept.add(client);
    return may;
  };
}

/** A free device for each name, rested for the first refresh of it; undefined when there are not enough. */
function devicesFor({ devices, waits }: LeaseRequest, now: number, leases: Leases): Lease | undefined {
  const names = Object.keys(devices);
  const ready = (name: string): readonly string[] =>
    (devices[name] ?? []).filter(
      (device) => leases.isFree(device) && beginAt(device, waits.refreshes[name]?.first, leases) <= now,
    );
  const candidates: Record<string, readonly string[]> = {};
  for (const name of names) {
    candidates[name] = ready(name);
    if (candidates[name].length === 0) return undefined;
  }
  for (const lease of distinct(candidates)) return lease;
  return undefined;
}

/** From when on a job may begin that takes so long until it refreshes the device; -Infinity where it does not. */
function beginAt(device: string, first: number | undefined, { restedAt }: Leases): number {
  return first === undefined ? -Infinity : restedAt(device) - first - EARLY;
}

/** When the next of the free devices will have rested for one that waits for it; undefined when none has to. */
function nextRested(waiting: readonly Waiting[], now: number, leases: Leases): number | undefined {
  let next: number | undefined;
  for (const { request } of waiting)
    for (const [name, { first }] of Object.entries(request.waits.refreshes))
      for (const device of request.devices[name] ?? []) {
        if (!leases.isFree(device)) continue;
        const at = beginAt(device, first, leases);
        if (at > now && (next === undefined || at < next)) next = at;
      }
  return next;
}
