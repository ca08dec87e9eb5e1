// What is known of the quotas of each API client: as the profile states them, or as refusals have shown them. Who is to
// send several requests in a row waits here until there is room for all of them.
import { QUOTA_CLASSES, type QuotaClass } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import type { Clock } from '../../kernel/clock.js';
import type { RequestFacts } from '../../trace/record.js';
import type { CallOutcome, CallReply } from './call.js';
import { classesOf } from './promises.js';
import { waitUntil } from './retry.js';
import { keptIn } from '../../kernel/kept-in.js';

interface KnownQuota {
  readonly limit: number;
  /** In ms. */
  readonly window: number;
}

type KnownQuotas = Readonly<Partial<Record<QuotaClass, KnownQuota>>>;

export type QuotaBook = ReturnType<typeof createQuotaBook>;

interface Book {
  quota: KnownQuota | undefined;
  /** When requests were answered that count; in ms of the clock, the earliest first. */
  readonly counted: number[];
  /** The end of the window in which a request was rejected last: what came before it does not count after it. */
  resetAt: number | undefined;
}

interface Entry {
  readonly book: Book;
  readonly requests: number;
  readonly from: number;
}

/**
 * Requests of each class that there is to be room for: what a check sends of which class, counted from its steps, gave
 * no verdict more, and no shorter run.
 */
const ROOM = 4;

const RATE_LIMITED = 'RATE_LIMITED';
/** Of what is learnt from: what counts is forgotten beyond that many. */
const MOST_COUNTED = 1000;
const MOST_WINDOWS = 2;
/** The longest time until it is looked again whether there is room, in ms: others may have left. */
const LOOK_AGAIN = 2000;

export function createQuotaBook(clock: Pick<Clock, 'now' | 'setTimer'>, stated: KnownQuotas = {}) {
  const books = new Map<string, Book>();
  const inside = new Set<Entry>();
  const waiting: (readonly Entry[])[] = [];
  let longestWait = Math.max(0, ...Object.values(stated).map(({ window }) => window));

  const bookOf = (client: string, quotaClass: QuotaClass): Book =>
    keptIn(books, `${client} ${quotaClass}`, () => ({
      quota: stated[quotaClass],
      counted: [],
      resetAt: undefined,
    }));
  const hasRoom = (entries: readonly Entry[]): boolean =>
    // More than a whole window lets through is not waited for.
    entries.every(
      (each) =>
        roomIn(each.book, inside, clock.now()) >= Math.min(each.requests, each.book.quota?.limit ?? 0),
    );

  return {
    note: (
      { what, client }: Pick<RequestFacts, 'what'> & { readonly client: string },
      outcome: CallOutcome,
    ): void => {
      if (outcome.kind !== 'reply') return;
      const wait = outcome.reply.retryAfterSeconds;
      const isRefused = outcome.reply.code === RATE_LIMITED;
      for (const quotaClass of isRefused ? refusedClass(what) : classesOf(what)) {
        const book = bookOf(client, quotaClass);
        if (!isRefused) count(book, clock.now());
        else if (wait !== undefined) {
          longestWait = Math.max(longestWait, wait * 1000);
          learn(book, clock.now(), wait * 1000, stated[quotaClass]);
        }
      }
    },
    /** In ms: the longest wait that a quota has announced or that the profile states; 0 where no quota is known. */
    longestWait: () => longestWait,
    /** A connection was opened: that counts, too. */
    connected: (client: string): void => count(bookOf(client, 'connect'), clock.now()),
    /**
     * Waits until each quota of the clients has room for some requests, in the order of arrival; no longer than two
     * windows, since what was learnt may be wrong. Until the returned function is called, what of them has not been sent
     * yet is kept free.
     * @param clients by their names in the profile. @param whole waits for all that a window lets through.
     * @param onWait told once, before a wait.
     */
    enter: async (
      clients: readonly string[],
      { whole = false, signal }: { readonly whole?: boolean; readonly signal?: AbortSignal | undefined },
      onWait?: () => void,
    ): Promise<() => void> => {
      const entries = clients.flatMap((client) =>
        QUOTA_CLASSES.map((quotaClass): Entry => {
          const book = bookOf(client, quotaClass);
          return { book, requests: whole ? Infinity : ROOM, from: clock.now() };
        }),
      );
      await untilRoom(entries, { waiting, clock, signal, onWait, hasRoom: () => hasRoom(entries) });
      const begun = entries.map((each) => ({ ...each, from: clock.now() }));
      for (const each of begun) inside.add(each);
      return () => {
        for (const each of begun) inside.delete(each);
      };
    },
  };
}

interface Entering {
  /** All who wait, in the order of arrival. */
  readonly waiting: (readonly Entry[])[];
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly signal: AbortSignal | undefined;
  readonly onWait: (() => void) | undefined;
  readonly hasRoom: () => boolean;
}

async function untilRoom(
  entries: readonly Entry[],
  { waiting, clock, signal, onWait, hasRoom }: Entering,
): Promise<void> {
  const longest = Math.max(0, ...entries.map(({ book }) => book.quota?.window ?? 0));
  const until = clock.now() + longest * MOST_WINDOWS;
  const meet = (earlier: readonly Entry[]): boolean =>
    earlier.some(({ book }) => book.quota !== undefined && entries.some((each) => each.book === book));
  const mayEnter = (): boolean =>
    !waiting.slice(0, waiting.indexOf(entries)).some((each) => meet(each)) && hasRoom();
  waiting.push(entries);
  try {
    if (longest > 0 && !mayEnter()) onWait?.();
    while (clock.now() < until && !mayEnter())
      if (!(await waitUntil(clock, Math.min(until, nextLook(entries, clock.now())), signal))) break;
  } finally {
    waiting.splice(waiting.indexOf(entries), 1);
  }
}

/** A refresh that is rejected has mostly come too soon for its device: that says nothing of quotas. */
function refusedClass(what: string): readonly QuotaClass[] {
  const last = classesOf(what).at(-1);
  return last === undefined || last === 'refresh' ? [] : [last];
}

function count(book: Book, now: number): void {
  book.counted.push(now);
  if (book.counted.length > MOST_COUNTED) book.counted.shift();
  const { quota } = book;
  if (quota === undefined) return;
  const within = countedSince(book, now - quota.window);
  // More went through than was thought.
  if (within > quota.limit) book.quota = { ...quota, limit: within };
}

/** From one rejection to the next, a window has begun with the first request that counted, and was full at the end. */
function learn(book: Book, now: number, wait: number, stated: KnownQuota | undefined): void {
  const { resetAt } = book;
  const first = resetAt === undefined ? undefined : book.counted.find((at) => at >= resetAt);
  if (stated === undefined && resetAt !== undefined && now >= resetAt && first !== undefined) {
    const window = now + wait - first;
    const limit = book.counted.filter((at) => at >= first).length;
    if (book.quota === undefined || window < book.quota.window) book.quota = { limit, window };
  }
  if (resetAt === undefined || now >= resetAt) book.resetAt = now + wait;
}

function countedSince({ counted, resetAt }: Book, since: number, now = Number.POSITIVE_INFINITY): number {
  const reset = resetAt !== undefined && resetAt <= now ? resetAt : Number.NEGATIVE_INFINITY;
  let found = 0;
  for (let at = counted.length - 1; at >= 0; at--) {
    const moment = counted[at] ?? 0;
    if (moment <= since || moment < reset) break;
    found++;
  }
  return found;
}

function roomIn(book: Book, inside: ReadonlySet<Entry>, now: number): number {
  const { quota, resetAt } = book;
  if (quota === undefined) return Infinity;
  if (resetAt !== undefined && now < resetAt) return 0;
  let kept = 0;
  for (const each of inside)
    if (each.book === book) kept += Math.max(0, each.requests - countedSince(book, each.from));
  return quota.limit - countedSince(book, now - quota.window, now) - kept;
}

/** When the next request ceases to count, or a while later. */
function nextLook(entries: readonly Entry[], now: number): number {
  const moments = entries.flatMap(({ book: { quota, counted, resetAt } }) => {
    if (quota === undefined) return [];
    const next = counted.find((at) => at + quota.window > now);
    return [resetAt, next === undefined ? undefined : next + quota.window];
  });
  const ahead = moments.filter((at): at is number => at !== undefined && at > now);
  return Math.max(now + 1, Math.min(now + LOOK_AGAIN, ...ahead));
}

// Refusals as too frequent that a quota of the API client may explain: other requests that count for the same quota may
// have spent it. Where such a request is granted before the announced delay is over, the quota was not spent.

export type SpentQuotas = ReturnType<typeof createSpentQuotas>;

interface Pending {
  readonly client: string;
  /** Those that may have been spent. */
  readonly classes: Set<QuotaClass>;
  readonly until: number;
  readonly unexplained: () => void;
}

/** In ms: a window may be as long. */
const LATELY = 60_000;
const MOST_PENDING = 200;

export function createSpentQuotas(clock: Pick<Clock, 'now'>) {
  const grants = new Map<string, number>();
  const pending: Pending[] = [];
  const keyOf = (client: string, quotaClass: QuotaClass): string => `${quotaClass} ${client}`;
  return {
    /** @param what an endpoint or a topic. */
    granted: (client: string, what: string) => {
      const now = clock.now();
      const classes = classesOf(what);
      for (const each of classes) grants.set(keyOf(client, each), now);
      for (const refusal of pending.filter((each) => each.client === client)) {
        for (const each of classes) refusal.classes.delete(each);
        if (refusal.classes.size > 0 && refusal.until > now) continue;
        pending.splice(pending.indexOf(refusal), 1);
        if (refusal.until > now) refusal.unexplained();
      }
    },

    /**
     * @param wait the announced delay in ms.
     * @param unexplained called, at once or later, when no quota explains the refusal; never when one may.
     */
    refused: (
      { client, what }: { readonly client: string; readonly what: string },
      wait: number,
      unexplained: () => void,
    ) => {
      const now = clock.now();
      const since = now - LATELY;
      const spent = classesOf(what).filter(
        (each) => (grants.get(keyOf(client, each)) ?? Number.NEGATIVE_INFINITY) > since,
      );
      if (spent.length === 0) return unexplained();
      pending.push({ client, classes: new Set(spent), until: now + wait, unexplained });
      if (pending.length > MOST_PENDING) pending.shift();
    },
  };
}

// Whether a 429 of a refresh may be that of a quota of its API client, and not that of the device: a device that nobody
// has refreshed lately has its budget. A budget that devices share is met by clients that have refreshed nothing, too.

interface AskedRefresh {
  readonly client: string;
  readonly deviceId: string;
  /** Clock time in ms; default: just now. */
  readonly sentAt?: number | undefined;
}

interface Seen {
  readonly client: string;
  readonly deviceId: string;
  /** Clock time in ms of the answer. */
  readonly at: number;
}

interface Granted extends Seen {
  readonly sentAt: number;
}

interface Refused extends Seen {
  /** In ms. */
  readonly announced: number;
}

/** In ms: for so long a refresh may be felt by its device, until two of one device have shown that it is less. */
const LONGEST_BUDGET = 60_000;
/** In ms: a window of a quota may be as long, and longer where more is announced. */
const LONGEST_WINDOW = 60_000;
/** In ms: a refresh that was answered so much later may have been accepted before. */
const UNDER_WAY = 5000;
/** How much of what is announced is surely needed. */
const SURE_PART = 1 / 3;
/** Of either; the oldest are forgotten. */
const MOST_SEEN = 300;

export function createRefreshQuotas(clock: Pick<Clock, 'now'>) {
  const granted: Granted[] = [];
  const refused: Refused[] = [];
  const last = new Map<string, number>();
  let budget = LONGEST_BUDGET;
  const keep = <S>(list: S[], seen: S): void => {
    list.push(seen);
    if (list.length > MOST_SEEN) list.shift();
  };
  return {
    /** Of a refresh that was answered just now. */
    note: (
      { client, deviceId, sentAt }: AskedRefresh,
      { code, retryAfterSeconds = 0 }: Pick<CallReply, 'code' | 'retryAfterSeconds'>,
    ) => {
      const at = clock.now();
      if (code === 'RATE_LIMITED')
        keep(refused, { client, deviceId, at, announced: retryAfterSeconds * 1000 });
      if (code !== SUCCESS) return;
      budget = Math.min(budget, at - (last.get(deviceId) ?? Number.NEGATIVE_INFINITY));
      last.set(deviceId, at);
      keep(granted, { client, deviceId, at, sentAt: sentAt ?? at });
    },

    /** Whether this client seems to have a quota of refreshes. */
    meets: (client: string) => {
      let signs = 0;
      for (const each of refused) {
        const spent = granted.filter(
          ({ at }) => at >= each.at - Math.max(LONGEST_WINDOW, each.announced) && at <= each.at + UNDER_WAY,
        );
        const feltSince = each.at - budget - UNDER_WAY;
        const felt = spent.filter(({ at }) => at >= feltSince);
        if (felt.some(({ deviceId }) => deviceId === each.deviceId)) continue;
        const own = spent.some((other) => other.client === each.client);
        // Not its own doing: then it is no quota of clients that keeps devices from being refreshed.
        if (!own && felt.some(({ at }) => at < each.at)) return false;
        if (contradicts(each, granted)) return false;
        if (own && each.client === client) signs++;
      }
      return signs > 0;
    },
  };
}

/** Until a quota has room again nothing of its client is granted; what is announced may be more than is needed. */
function contradicts({ client, at, announced }: Refused, granted: readonly Granted[]): boolean {
  const until = at + announced * SURE_PART;
  return granted.some((each) => each.client === client && each.sentAt > at && each.at < until);
}
