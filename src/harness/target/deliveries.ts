// Connections on which an event was due, over a whole run. A connection may close at any moment; one that closes each
// time that an event of a kind is due, and stays open while none is, is never sent that event.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Clock } from '../../kernel/clock.js';
import { keptIn } from '../../kernel/kept-in.js';

/** An event that a check has waited for on one connection. */
export interface Due {
  /** The rule that promises it. */
  readonly rule: RuleId;
  readonly client: string;
  /** When it was caused; clock time in ms. */
  readonly since: number;
  /** When the target closed the connection; undefined: the event came. */
  readonly closedAt?: number | undefined;
  readonly closeCode?: number | undefined;
}

/** A kind of event in place of which the connection was closed, each time. */
export interface Undelivered {
  readonly rule: RuleId;
  readonly client: string;
  readonly times: number;
  /** The longest time from the cause to the close, in ms. */
  readonly longest: number;
  readonly closeCode: number;
  /** The control: how long connections were open while none of this was due, in ms, and how often one was closed then. */
  readonly quiet: { readonly time: number; readonly closed: number };
  /** How likely it is that connections that close at any moment did so each time just then. */
  readonly chance: number;
}

export type EventDeliveries = ReturnType<typeof createEventDeliveries>;

/** A chance as small as this is none. */
export const NO_CHANCE = 1e-4;

/** Times that it has to be so. */
const LEAST_TIMES = 3;
/** Closes within this time of one another, in ms, may have one cause: they count once. */
const TOGETHER = 200;
/** In ms, beside the time that passed from the cause to the close: no connection breaks within no time. */
const LEAST_WINDOW = 100;
/** In ms: other connections that were sent the same event may close a little later. */
const AFTERWARDS = 1000;
/** Of each kind. What was due later says the same. */
const MOST_DUE = 200;
const MOST_SPANS = 5000;
const MOST_TOPICS = 100;

export function createEventDeliveries(clock: Pick<Clock, 'now'>) {
  const spans: ConnectionSpan[] = [];
  const kinds = new Map<RuleId, Kind>();
  let lag = 0;
  const topics = new Set<string>();
  const kindOf = (rule: RuleId): Kind => keptIn(kinds, rule, () => ({ came: false, broken: [] }));
  return {
    /** A connection was open from then until now. @param byTarget the target has closed it, for no reason of ours. */
    lived: (from: number, byTarget: boolean) => {
      if (spans.length < MOST_SPANS) spans.push({ from, to: clock.now(), byTarget });
    },
    due: ({ rule, closedAt, closeCode = 0, client, since }: Due) => {
      const kind = kindOf(rule);
      if (closedAt === undefined) kind.came = true;
      else if (kind.broken.length < MOST_DUE) kind.broken.push({ client, since, closedAt, closeCode });
    },

    /** An event of this topic came, as a frame that could be read. */
    heard: (topic: string) => void (topics.size < MOST_TOPICS && topics.add(topic)),

    /** Topics of which an event came. */
    topics: () => topics,

    /** It was to be listened for, but the connection had been closed before it was caused. */
    missed: (rule: RuleId) => void kindOf(rule),

    /** An event came so many ms after the reply to the request that had caused it; less than none: before it. */
    lagged: (time: number) => void (lag = Math.max(lag, time)),

    /** The longest of these, in ms; 0 where none was seen. */
    longestLag: () => lag,

    /** Kinds that were listened for, and of which none ever came. */
    neverCame: () => [...kinds].flatMap(([rule, { came }]) => (came ? [] : [rule])),

    /** Forgets all but which kinds have come: from now on, less is going on at a time. */
    startOver: () => {
      spans.length = 0;
      for (const { broken } of kinds.values()) broken.length = 0;
    },
    undelivered: () => {
      const windows = [...kinds.values()]
        .flatMap(({ broken }) => broken)
        .map(({ since, closedAt }) => ({ from: since, to: closedAt + AFTERWARDS }));
      const quiet = quietTime(spans, windows);
      return [...kinds].flatMap(([rule, { came, broken }]) => {
        const each = apart(broken);
        const [first] = each;
        if (came || !first || each.length < LEAST_TIMES) return [];
        const { client, closeCode } = first;
        const delays = each.map(({ since, closedAt }) => closedAt - since);
        const counts = { times: each.length, longest: Math.max(...delays) };
        return [{ rule, client, closeCode, ...counts, quiet, chance: chanceOf(delays, quiet) }];
      });
    },
  };
}

interface Kind {
  came: boolean;
  readonly broken: Broken[];
}

interface Broken {
  readonly client: string;
  readonly since: number;
  readonly closedAt: number;
  readonly closeCode: number;
}

/** One of those that may have one cause: the one that took longest. */
function apart(broken: readonly Broken[]): readonly Broken[] {
  const kept: Broken[] = [];
  for (const each of broken.toSorted((a, b) => a.since - b.since)) {
    const last = kept.at(-1);
    if (last === undefined || Math.abs(each.closedAt - last.closedAt) > TOGETHER) kept.push(each);
  }
  return kept;
}

/** As if connections were closed by chance, and once more often than was seen. */
function chanceOf(delays: readonly number[], { time, closed }: Undelivered['quiet']): number {
  const rate = (closed + 1) / Math.max(time, 1);
  return delays.reduce((chance, delay) => chance * (1 - Math.exp(-rate * (delay + LEAST_WINDOW))), 1);
}

// How long connections were open outside of some windows of time, and how often the target closed one there.

interface Window {
  /** Clock times in ms. */
  readonly from: number;
  readonly to: number;
}

/** The life of a connection. */
interface ConnectionSpan extends Window {
  /** The target has closed it. */
  readonly byTarget: boolean;
}

/** @returns ms over all connections together, and how many of them were closed in that time. */
export function quietTime(
  spans: readonly ConnectionSpan[],
  windows: readonly Window[],
): { readonly time: number; readonly closed: number } {
  const loud = merged(windows);
  const isLoud = (at: number): boolean => loud.some(({ from, to }) => at >= from && at <= to);
  const quietOf = ({ from, to }: ConnectionSpan): number =>
    loud.reduce(
      (left, each) => left - Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)),
      to - from,
    );
  return {
    time: spans.reduce((sum, span) => sum + quietOf(span), 0),
    closed: spans.filter(({ to, byTarget }) => byTarget && !isLoud(to)).length,
  };
}

/** Windows that overlap are one. */
function merged(windows: readonly Window[]): readonly Window[] {
  const all: Window[] = [];
  for (const each of windows.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && each.from <= last.to) all[all.length - 1] = { ...last, to: Math.max(last.to, each.to) };
    else all.push(each);
  }
  return all;
}

// Whether a connection was closed because the harness itself opened another one of the same API client: a server may
// allow one at a time, and the checks of a run open many.

export type Displacement = ReturnType<typeof createDisplacement>;

/** In ms: a connection that is closed this soon after another one was opened may have given way to it. */
const SOON = 1000;

/** In ms: two that are open together for longer than this are no passing thing; a close may be slow to be heard of. */
const SIDE_BY_SIDE = 10_000;

/** Connections of one client that are looked at. */
const MOST_OF_CLIENT = 32;

interface Span {
  /** In the order of asking. */
  readonly place: number;
  readonly askedAt: number;
  openedAt?: number;
  closedAt?: number;
}

export function createDisplacement(clock: Pick<Clock, 'now'>) {
  const clients = new Map<string, Map<object, Span>>();
  const sideBySide = new Set<string>();
  let places = 0;
  const of = (client: string): Map<object, Span> => keptIn(clients, client, () => new Map());
  /** Those that have been open beside another one for longer than a moment. */
  const look = (client: string): void => {
    const now = clock.now();
    const open = [...of(client).values()].filter(
      ({ openedAt = now, closedAt }) => closedAt === undefined && now - openedAt > SIDE_BY_SIDE,
    );
    if (open.length < 2) return;
    // Nothing more is to be found out, and nothing is kept.
    sideBySide.add(client);
    of(client).clear();
  };
  const gaveWay = (own: Span, all: readonly Span[]): boolean => {
    const { closedAt } = own;
    if (closedAt === undefined) return false;
    return all.some(
      (other) =>
        other.place > own.place &&
        other.askedAt <= closedAt &&
        closedAt - (other.openedAt ?? closedAt) <= SOON &&
        (other.closedAt === undefined || other.closedAt - closedAt > SOON || gaveWay(other, all)),
    );
  };
  return {
    /** It is asked for; whether it comes about is not known yet. */
    opening: (client: string, connection: object) => {
      look(client);
      if (sideBySide.has(client)) return;
      const spans = of(client);
      spans.set(connection, { place: places++, askedAt: clock.now() });
      const [oldest] = spans.keys();
      if (oldest && spans.size > MOST_OF_CLIENT) spans.delete(oldest);
    },
    opened: (client: string, connection: object) => {
      const span = of(client).get(connection);
      if (span) span.openedAt = clock.now();
    },

    /** It is over, or did not come about, whoever has ended it. */
    closed: (client: string, connection: object) => {
      look(client);
      const span = of(client).get(connection);
      if (span && span.openedAt === undefined) of(client).delete(connection);
      else if (span) span.closedAt = clock.now();
    },

    /**
     * Whether it gave way to another one, for all that is known by now: the other one was opened just then, was
     * there for longer or has itself given way to a later one, and no two of the client have ever been open side by side.
     */
    isDisplaced: (client: string, connection: object) => {
      look(client);
      const own = of(client).get(connection);
      return own !== undefined && gaveWay(own, [...of(client).values()]);
    },
  };
}
