// The journal of a service of several instances: each keeps its own, and whoever is asked puts them together by time, while
// somebody reads. Numbers and names that each instance has given for itself are made different.
import type { Clock } from '../../../kernel/clock.js';
import { withMembers } from '../../../kernel/with-members.js';
import { PAGE_LIMITS } from '../../limits/limits.js';
import { createJournal, type Journal } from './journal.js';
import type { JournalEntry, JournalRecord } from './entry.js';

/** What an instance has recorded after a number. */
export interface InstanceJournal {
  readonly lastSeq: number;
  readonly dropped: number;
  readonly records: readonly JournalRecord[];
}

export type WholeJournal = ReturnType<typeof createWholeJournal>;

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
export function changeIssued<R extends object>(
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
