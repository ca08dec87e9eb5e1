// What an instance of a cluster reports of itself, to the one whose control plane was asked.
import { type MetricObjectWithValues, type MetricValue, AggregatorRegistry } from 'prom-client';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { withMembers } from '../../kernel/with-members.js';
import type { Installation } from './installation.js';
import type { Issued } from './journal/issued.js';
import type { JournalRecord, JournalEntry } from './journal/entry.js';
import type { ExchangeOnWire, OpenTap, WireTap } from './page/wire-tap.js';
import type { Membership } from '../cluster/membership.js';
import type { FaultStatus } from '../faults/engine/instance.js';
import type { Clock } from '../../kernel/clock.js';
import { PAGE_LIMITS } from '../limits/limits.js';
import { createJournal, type Journal } from './journal/journal.js';

export type ReportAsked =
  | {
      readonly about: 'journal';
      readonly since: number;
      readonly limit: number;
      /** Whether a page is open that may ask for the bytes of exchanges. */
      readonly watched: boolean;
    }
  | { readonly about: 'wire'; readonly exchange: number }
  | { readonly about: 'metrics' };

interface JournalReport extends InstanceJournal {
  /** Open WebSocket connections. */
  readonly connections: number;
  readonly faults: readonly { readonly id: string; readonly occasions: number; readonly firings: number }[];
}

export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

interface ReportParts {
  readonly installation: Installation;
  /** Undefined where nothing is recorded. */
  readonly issued: { readonly tokens: Issued; readonly tickets: Issued } | undefined;
  /** Empty where no control plane counts. */
  metrics(): Promise<MetricsReport>;
}

export type ControlReport = (
  asked: ReportAsked,
) => Promise<JournalReport | MetricsReport | ExchangeOnWire | undefined>;

/** In ms of the machine: a page asks ten times a second. */
const WATCHED_FOR = 3000;

export function createReport({ installation, issued, metrics }: ReportParts): ControlReport {
  const shared = (record: JournalRecord): JournalRecord =>
    issued ? changeIssued(record, issued.tokens.digestOf, issued.tickets.digestOf) : record;
  const watch = createWatch(installation.tap);
  return async (asked) => {
    if (asked.about === 'metrics') return metrics();
    if (asked.about === 'wire') return installation.wire(asked.exchange);
    if (asked.watched) watch();
    const { journal, connections, faults } = installation;
    return {
      lastSeq: journal.lastSeq,
      dropped: journal.dropped,
      records: journal.after(asked.since, asked.limit).map(shared),
      connections: connections.count,
      faults: faults.list().map(({ id, occasions, firings }) => ({ id, occasions, firings })),
    };
  };
}

/** Keeps the bytes of exchanges for the page of another instance, as long as that goes on asking. */
function createWatch(tap: WireTap): () => void {
  const machine = createSystemClock();
  let open: OpenTap | undefined;
  let asked = 0;
  const look = (): void => {
    const left = asked + WATCHED_FOR - machine.now();
    if (left > 0) {
      machine.setTimer('watched by a page', left, look);
      return;
    }
    open?.close();
    open = undefined;
  };
  return () => {
    asked = machine.now();
    if (open) return open.renew();
    open = tap.open();
    machine.setTimer('watched by a page', WATCHED_FOR, look);
  };
}

// The installation as the control plane of one instance of a cluster shows it: with the journal, the counts and the
// connections of all instances.

/** @param own the report of this instance. */
export function createWhole(own: Installation, membership: () => Membership, report: ControlReport) {
  const last = new Map<string, JournalReport>();
  const watched = watchedTap(own.tap);
  const ask = async (name: string, asked: ReportAsked): Promise<unknown> =>
    name === membership().name ? report(asked) : membership().report(name, asked);
  const journal = createWholeJournal(own.journal, createSystemClock(), {
    names: () => membership().names(),
    read: async (name, since, limit) => {
      const part = (await ask(name, {
        about: 'journal',
        since,
        limit,
        watched: watched.pages() > 0,
      })) as JournalReport;
      last.set(name, part);
      return part;
    },
  });
  const others = (): JournalReport[] => {
    const names = new Set(membership().names());
    for (const name of last.keys()) if (!names.has(name)) last.delete(name);
    return [...last].flatMap(([name, part]) => (name === membership().name ? [] : [part]));
  };
  const installation = withMembers(own, {
    journal,
    tap: watched.tap,
    wire: wireOf(own, journal, ask),
    connections: {
      get count() {
        return others().reduce((sum, { connections }) => sum + connections, own.connections.count);
      },
    },
    faults: { ...own.faults, list: () => own.faults.list().map((status) => summed(status, others())) },
  });
  return {
    installation,
    /** Reads what is new at all instances. */
    pull: journal.pull,
    /** The metrics of all instances, in the format of Prometheus. */
    metrics: async (): Promise<string> => {
      const asked = membership()
        .names()
        .map((name) => ask(name, { about: 'metrics' }));
      const answered = (await Promise.allSettled(asked)).flatMap((each) =>
        each.status === 'fulfilled' ? [each.value as MetricsReport] : [],
      );
      return AggregatorRegistry.aggregate(answered).metrics();
    },
  };
}

/** What instances count of a fault for themselves; what they count together is the same at all. */
function summed(status: FaultStatus, others: readonly JournalReport[]): FaultStatus {
  if (status.isShared) return status;
  const same = others.flatMap(({ faults }) => faults).filter(({ id }) => id === status.id);
  const sum = (of: 'occasions' | 'firings'): number =>
    same.reduce((total, each) => total + each[of], status[of]);
  return { ...status, occasions: sum('occasions'), firings: sum('firings') };
}

/** A tap of which is known how many pages are open. */
function watchedTap(inner: WireTap): { readonly tap: WireTap; pages(): number } {
  let pages = 0;
  const open = (): OpenTap => {
    const { renew, close } = inner.open();
    pages++;
    return {
      renew,
      close: () => {
        pages--;
        close();
      },
    };
  };
  return { tap: { ...inner, open }, pages: () => pages };
}

/** The bytes of an exchange are kept where it was served. */
function wireOf(
  own: Installation,
  journal: WholeJournal,
  ask: (name: string, asked: ReportAsked) => Promise<unknown>,
): Installation['wire'] {
  return async (exchange) => {
    const origin = journal.origin(exchange);
    if (!origin) return undefined;
    // An instance that does not answer shows nothing, as one does that has not kept it.
    const found = await ask(origin.name, { about: 'wire', exchange: origin.exchange }).catch(() => undefined);
    return found ? { ...own.clean(found as ExchangeOnWire), exchange } : undefined;
  };
}

// The journal of a service of several instances: each keeps its own, and whoever is asked puts them together by time, while
// somebody reads. Numbers and names that each instance has given for itself are made different.

/** What an instance has recorded after a number. */
interface InstanceJournal {
  readonly lastSeq: number;
  readonly dropped: number;
  readonly records: readonly JournalRecord[];
}

type WholeJournal = ReturnType<typeof createWholeJournal>;

interface Sources {
  /** Names of all instances that live. */
  names(): readonly string[];
  /** Rejects where the instance does not answer. */
  read(name: string, since: number, limit: number): Promise<InstanceJournal>;
}

/** Records that are kept of all instances together. */
const CAPACITY = 30_000;
/** Records of one instance in one message. */
const TOGETHER = 1000;
/** More instances than that would share numbers. */
const MOST_INSTANCES = 1024;
const MOST_ROUNDS = 12;

/** @param own takes what is recorded here. */
export function createWholeJournal(own: Journal, machine: Clock, sources: Sources) {
  const kept = createJournal(machine, CAPACITY);
  const places = new Map<string, Place>();
  let pulling: Promise<void> | undefined;
  const round = createRound(sources, kept, places);
  const pullAll = async (): Promise<void> => {
    // A busy service records faster than it is read: who asks gets what there was.
    for (let left = MOST_ROUNDS; left > 0 && (await round()); left--);
  };
  const pull = (): Promise<void> =>
    (pulling ??= pullAll().finally(() => {
      pulling = undefined;
    }));
  let isFollowing = false;
  /** As long as somebody listens. */
  const follow = async (): Promise<void> => {
    if (isFollowing) return;
    isFollowing = true;
    while (kept.listeners > 0) {
      await pull();
      await machine.sleep(PAGE_LIMITS.interval);
    }
    isFollowing = false;
  };
  return withMembers(kept, {
    note: own.note,
    asked: own.asked,
    answered: own.answered,
    listen: (listener: Parameters<Journal['listen']>[0]): (() => void) => {
      const stop = kept.listen(listener);
      void follow();
      return stop;
    },
    /** Reads what is new at all instances. One that does not answer is read the next time. */
    pull,
    /** Which instance has an exchange, and under which number; undefined for one that nobody has. */
    origin: (exchange: number): { readonly name: string; readonly exchange: number } | undefined => {
      const place = [...places.values()].find(
        ({ nth }) => nth % MOST_INSTANCES === exchange % MOST_INSTANCES,
      );
      return place && { name: place.name, exchange: Math.floor(exchange / MOST_INSTANCES) };
    },
  });
}

/** Reads a part of each instance; gives whether there is more. */
function createRound(
  sources: Sources,
  kept: ReturnType<typeof createJournal>,
  places: Map<string, Place>,
): () => Promise<boolean> {
  const numbers: Numbers = { tokens: new Map(), tickets: new Map() };
  const placeOf = (name: string): Place => {
    const place = places.get(name) ?? { name, nth: places.size, seen: 0, isHere: true };
    places.set(name, place);
    return place;
  };
  return async () => {
    const names = sources.names();
    for (const place of places.values()) {
      const isHere = names.includes(place.name);
      // What it had recorded since it was read last may be gone with it: a reader must not take the rest for the whole.
      if (place.isHere && !isHere) kept.cut(0);
      place.isHere = isHere;
    }
    const read = names.map(async (name) => {
      const place = placeOf(name);
      return { place, part: await sources.read(name, place.seen, TOGETHER) };
    });
    const parts = (await Promise.allSettled(read)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    for (const { place, part } of parts) {
      const missing = part.dropped - place.seen;
      if (missing > 0) kept.cut(missing);
      place.seen = part.records.at(-1)?.seq ?? part.lastSeq;
    }
    const found = parts.flatMap(({ place, part }) => part.records.map((record) => ({ place, record })));
    for (const { place, record } of found.toSorted((a, b) => a.record.at - b.record.at))
      kept.take(renumbered(record, place, numbers));
    return parts.some(({ part }) => part.records.length === TOGETHER);
  };
}

interface Place {
  readonly name: string;
  readonly nth: number;
  /** Number of the last record that was read. */
  seen: number;
  /** Whether it is a member. */
  isHere: boolean;
}

interface Numbers {
  readonly tokens: Map<number, number>;
  readonly tickets: Map<number, number>;
}

/** Exchanges, sockets and connections have numbers of their instance; tokens and tickets have the same digest at all. */
function renumbered(
  { seq: _seq, ...record }: JournalRecord,
  { name, nth }: Place,
  { tokens, tickets }: Numbers,
): JournalEntry & { readonly at: number } {
  const ofInstance = (own: unknown): unknown =>
    typeof own === 'number' ? own * MOST_INSTANCES + (nth % MOST_INSTANCES) : own;
  const connection = (own: unknown): unknown =>
    own === '*' || own === 'none' ? own : `${name}/${String(own)}`;
  const seen = (own: unknown): unknown => withFields(own, { socket: ofInstance });
  const renamed = withFields(record, { exchange: ofInstance, connection, seen });
  const whole = changeIssued(
    renamed as typeof record,
    (digest) => numberOf(digest, tokens),
    (digest) => numberOf(digest, tickets),
  );
  return { ...whole, ...{ server: name } };
}

/** The record with other numbers of the token and the ticket that it is about. */
function changeIssued<R extends object>(
  record: R,
  token: (number: number) => number,
  ticket: (number: number) => number,
): R {
  const fields = {
    token: (own: unknown) => (typeof own === 'number' ? token(own) : own),
    ticket: (own: unknown) => {
      const found = typeof own === 'string' ? /^ticket-(-?\d+)$/.exec(own) : undefined;
      return found ? `ticket-${ticket(Number(found[1]))}` : own;
    },
  };
  const inner = (value: unknown): unknown => withFields(value, fields);
  return withFields(record, { ticket: fields.ticket, seen: inner, data: inner }) as R;
}

type Changes = Readonly<Record<string, (own: unknown) => unknown>>;

function withFields(value: unknown, change: Changes): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(entries.map(([key, own]) => [key, key in change ? change[key]?.(own) : own]));
}

/** Digests are less than 0; 0 is what was never issued. */
function numberOf(digest: number, known: Map<number, number>): number {
  if (digest >= 0) return digest;
  if (known.size >= CAPACITY) known.clear();
  const number = known.get(digest) ?? known.size + 1;
  known.set(digest, number);
  return number;
}
