// Whether a connection was closed because the harness itself opened another one of the same API client: a server may
// allow one at a time, and the checks of a run open many.
import type { Clock } from '../../kernel/clock.js';

export interface Displacement {
  /** It is asked for; whether it comes about is not known yet. */
  opening(client: string, connection: object): void;
  opened(client: string, connection: object): void;
  /** It is over, or did not come about, whoever has ended it. */
  closed(client: string, connection: object): void;
  /**
   * Whether it gave way to another one, for all that is known by now: the other one was opened just then, was
   * there for longer or has itself given way to a later one, and no two of the client have ever been open side by side.
   */
  isDisplaced(client: string, connection: object): boolean;
}

/** In ms: a connection that is closed this soon after another one was opened may have given way to it. */
const SOON = 1000;

/** In ms: two that are open together for longer than this are no passing thing; a close may be slow to be heard of. */
const SIDE_BY_SIDE = 10_000;

/** Connections of one client that are looked at. */
const MOST_SPANS = 32;

interface Span {
  /** In the order of asking. */
  readonly place: number;
  readonly askedAt: number;
  openedAt?: number;
  closedAt?: number;
}

export function createDisplacement(clock: Pick<Clock, 'now'>): Displacement {
  const clients = new Map<string, Map<object, Span>>();
  const sideBySide = new Set<string>();
  let places = 0;
  const of = (client: string): Map<object, Span> => {
    const known = clients.get(client) ?? new Map<object, Span>();
    clients.set(client, known);
    return known;
  };
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
    opening: (client, connection) => {
      look(client);
      if (sideBySide.has(client)) return;
      const spans = of(client);
      spans.set(connection, { place: places++, askedAt: clock.now() });
      const [oldest] = spans.keys();
      if (oldest && spans.size > MOST_SPANS) spans.delete(oldest);
    },
    opened: (client, connection) => {
      const span = of(client).get(connection);
      if (span) span.openedAt = clock.now();
    },
    closed: (client, connection) => {
      look(client);
      const span = of(client).get(connection);
      if (span && span.openedAt === undefined) of(client).delete(connection);
      else if (span) span.closedAt = clock.now();
    },
    isDisplaced: (client, connection) => {
      look(client);
      const own = of(client).get(connection);
      return own !== undefined && gaveWay(own, [...of(client).values()]);
    },
  };
}
